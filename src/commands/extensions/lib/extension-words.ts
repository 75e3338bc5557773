import { table } from "../../../cli/declare/command.ts";
import type { ArgDeclaration, FlagDeclaration } from "../../../cli/declare/declaration.ts";
import type { Extension } from "../../../generated/types.ts";

/** Argument that names an extension of this machine. */
export const sourceArg = {
  word: "dir|zip",
  kind: "path",
  summary: "Directory of an extension, or a zip archive of one",
} as const satisfies ArgDeclaration;

/** Flag of every command that packs an extension. */
export const includeAllFlags = {
  includeAll: { kind: "boolean", summary: "Also pack .git, node_modules and files of editors" },
} as const satisfies Record<string, FlagDeclaration>;

/** Sentence of descriptions about the check of manifests. */
export const manifestIsChecked =
  "Its manifest.json is checked first (manifest_version 3, a name and a version); a directory is then packed.";

/** Columns of a table of stored extensions. */
export const extensionColumns = table<Extension>([
  { path: "id" },
  { path: "name" },
  { path: "size_bytes", title: "size", as: "bytes" },
  { path: "created_at", title: "uploaded", as: "age" },
  { path: "last_used_at", title: "last used", as: "age" },
]);
