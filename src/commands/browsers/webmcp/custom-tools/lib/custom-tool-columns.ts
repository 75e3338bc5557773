import { table } from "../../../../../cli/declare/command.ts";
import type { CustomTool } from "../../../../../generated/types.ts";

/** Columns of custom WebMCP tools. */
export const customToolColumns = table<CustomTool>([
  { path: "id", keep: true },
  { path: "namespace" },
  { path: "tool.name", title: "name" },
  { path: "kind" },
  { path: "match.url_patterns", title: "pages" },
]);
