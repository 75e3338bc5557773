import { table } from "../../../cli/declare/command.ts";
import type { ShownContext } from "./shown-context.ts";

export const columns = table<ShownContext>([
  { path: "current" },
  { path: "name", whole: true },
  { path: "base_url", title: "base url", whole: true },
  { path: "project" },
  { path: "token" },
  { path: "kind" },
  { path: "chosen_by", title: "chosen by" },
  { path: "project_from", title: "project from" },
]);

export const name = { summary: "Name of the context" };
