import type { Foundation } from "./foundation.ts";
import type { ServicesOf } from "./resource.ts";
import type { resources } from "./resources.ts";

/** Objects that the handlers of one running service share. */
export type ServiceContext = Foundation & ServicesOf<typeof resources>;
