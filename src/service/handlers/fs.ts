import type { ServiceContext } from "../service-context.ts";
import { notSupported } from "../support.ts";
import type { HandlersOf } from "./handlers.ts";

type FsIds =
  | "fs.readFile"
  | "fs.writeFile"
  | "fs.upload"
  | "fs.uploadZip"
  | "fs.downloadDirZip"
  | "fs.listFiles"
  | "fs.fileInfo"
  | "fs.createDirectory"
  | "fs.deleteDirectory"
  | "fs.deleteFile"
  | "fs.move"
  | "fs.setFilePermissions"
  | "fs.watch"
  | "fs.watchEvents"
  | "fs.watchStop";

export function fsHandlers(_context: ServiceContext): HandlersOf<FsIds> {
  return {
    "fs.readFile": () => {
      throw notSupported("not yet");
    },
    "fs.writeFile": () => {
      throw notSupported("not yet");
    },
    "fs.upload": () => {
      throw notSupported("not yet");
    },
    "fs.uploadZip": () => {
      throw notSupported("not yet");
    },
    "fs.downloadDirZip": () => {
      throw notSupported("not yet");
    },
    "fs.listFiles": () => {
      throw notSupported("not yet");
    },
    "fs.fileInfo": () => {
      throw notSupported("not yet");
    },
    "fs.createDirectory": () => {
      throw notSupported("not yet");
    },
    "fs.deleteDirectory": () => {
      throw notSupported("not yet");
    },
    "fs.deleteFile": () => {
      throw notSupported("not yet");
    },
    "fs.move": () => {
      throw notSupported("not yet");
    },
    "fs.setFilePermissions": () => {
      throw notSupported("not yet");
    },
    "fs.watch": () => {
      throw notSupported("not yet");
    },
    "fs.watchEvents": () => {
      throw notSupported("not yet");
    },
    "fs.watchStop": () => {
      throw notSupported("not yet");
    },
  };
}
