import { table } from "../../../cli/declare/command.ts";
import type { Project } from "../../../generated/types.ts";

/** Columns of a table of projects. */
export const projectColumns = table<Project>([
  { path: "id" },
  { path: "name", keep: true },
  { path: "status", as: "state" },
  { path: "created_at", title: "created", as: "age" },
  { path: "updated_at", title: "updated", as: "age" },
]);
