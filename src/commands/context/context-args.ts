import { table } from "../../cli/command.ts";
import type { ShownContext } from "./shown-context.ts";

export const columns = table<ShownContext>([
  { path: "current" },
  { path: "name", whole: true },
  { path: "kind" },
  { path: "base_url", title: "base url", whole: true },
  { path: "project", whole: true },
  { path: "token" },
  { path: "chosen_by", title: "chosen by" },
  { path: "project_from", title: "project from" },
]);

export const name = { summary: "Name of the context" };
