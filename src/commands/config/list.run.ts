import type { Run } from "../../cli/declare/body.ts";
import type { configList } from "./list.ts";

/** Everything that is stored, except contexts. */
export const run: Run<typeof configList> = async ({ settings: { settings }, value }) => value(settings.values);
