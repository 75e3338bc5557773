import { command, table } from "../../cli/command.ts";
import type { ShownContext } from "./shown-context.ts";

const columns = table<ShownContext>([
  { path: "current" },
  { path: "name" },
  { path: "kind" },
  { path: "base_url", title: "base url" },
  { path: "project" },
  { path: "token" },
]);
const name = { summary: "Name of the context" };

export const contextList = command({
  words: "context list",
  summary: "List the contexts",
  columns,
  examples: [{ line: "context list", does: "Show every context; tokens are never shown" }],
  run: () => import("./list.run.ts"),
});

export const contextUse = command({
  words: "context use",
  summary: "Choose the context that commands use",
  args: { name: { required: false, summary: "Name of the context; asked for at a terminal when left out" } },
  flags: { here: { kind: "boolean", summary: "Only in this directory and below it" } },
  examples: [
    { line: "context use local", does: "Use the service on this machine" },
    { line: "context use staging --here", does: "Use another one in this directory" },
  ],
  run: () => import("./use.run.ts"),
});

export const contextUnbind = command({
  words: "context unbind",
  summary: "Remove the context of a directory",
  args: { dir: { kind: "path", summary: "Directory; the current one when left out", required: false } },
  examples: [
    { line: "context unbind", does: "Undo context use --here" },
    { line: "context unbind ~/shop", does: "Undo it for another directory" },
  ],
  run: () => import("./unbind.run.ts"),
});

export const contextShow = command({
  words: "context show",
  summary: "Show one context",
  args: { name: { required: false, summary: "Name of the context; the one in use when left out" } },
  examples: [
    { line: "context show", does: "Show the context in use" },
    {
      line: "context show staging -o env --show-token",
      does: "Print it as variables for other clients, with its token",
    },
  ],
  run: () => import("./show.run.ts"),
});

export const contextAdd = command({
  words: "context add",
  summary: "Add a context without a token",
  newContext: true,
  args: { name },
  examples: [
    {
      line: "context add staging --base-url https://staging.example.com --project web",
      does: "Name a service and a project",
    },
  ],
  run: () => import("./add.run.ts"),
});

export const contextRemove = command({
  words: "context remove",
  summary: "Remove a context and its token",
  args: { name },
  examples: [{ line: "context remove staging --yes", does: "Remove a service" }],
  run: () => import("./remove.run.ts"),
});

export const contextRename = command({
  words: "context rename",
  summary: "Give a context another name",
  args: { name, newName: { word: "new-name", summary: "Its new name" } },
  examples: [{ line: "context rename staging test", does: "Rename a context" }],
  run: () => import("./rename.run.ts"),
});
