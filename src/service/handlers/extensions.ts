import type { ServiceContext } from "../service-context.ts";
import { notSupported } from "../support.ts";
import type { HandlersOf } from "./handlers.ts";

type ExtensionIds =
  | "extensions.activate"
  | "extensions.upload"
  | "extensions.list"
  | "extensions.download"
  | "extensions.get"
  | "extensions.delete";

export function extensionHandlers(_context: ServiceContext): HandlersOf<ExtensionIds> {
  return {
    "extensions.activate": () => {
      throw notSupported("not yet");
    },
    "extensions.upload": () => {
      throw notSupported("not yet");
    },
    "extensions.list": () => {
      throw notSupported("not yet");
    },
    "extensions.download": () => {
      throw notSupported("not yet");
    },
    "extensions.get": () => {
      throw notSupported("not yet");
    },
    "extensions.delete": () => {
      throw notSupported("not yet");
    },
  };
}
