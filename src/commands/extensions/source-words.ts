import type { ArgDeclaration, FlagDeclaration } from "../../cli/declaration.ts";

/** Argument that names an extension of this machine. */
export const sourceArg = {
  word: "dir|zip",
  kind: "path",
  summary: "Folder of an extension, or a zip archive of one",
} as const satisfies ArgDeclaration;

/** Flag of every command that packs an extension. */
export const includeAllFlags = {
  includeAll: { kind: "boolean", summary: "Pack .git, node_modules and what editors leave behind too" },
} as const satisfies Record<string, FlagDeclaration>;

/** Sentence of descriptions about the check of manifests. */
export const manifestIsChecked =
  "The manifest is checked first: it must be there and be JSON, with manifest_version 3, a name and a version.";
