import type { ServiceContext } from "../service-context.ts";
import { notSupported } from "../support.ts";
import type { HandlersOf } from "./handlers.ts";

type ProfileIds =
  | "profiles.create"
  | "profiles.list"
  | "profiles.get"
  | "profiles.update"
  | "profiles.delete"
  | "profiles.download";

export function profileHandlers(_context: ServiceContext): HandlersOf<ProfileIds> {
  return {
    "profiles.create": () => {
      throw notSupported("not yet");
    },
    "profiles.list": () => {
      throw notSupported("not yet");
    },
    "profiles.get": () => {
      throw notSupported("not yet");
    },
    "profiles.update": () => {
      throw notSupported("not yet");
    },
    "profiles.delete": () => {
      throw notSupported("not yet");
    },
    "profiles.download": () => {
      throw notSupported("not yet");
    },
  };
}
