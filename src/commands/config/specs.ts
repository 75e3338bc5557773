import { command, table } from "../../cli/command.ts";
import type { SettingRow } from "./setting-row.ts";

const key = { summary: "output, timeout or no_input" };

export const configGet = command({
  words: "config get",
  summary: "Show one stored value",
  args: { key },
  examples: [{ line: "config get output", does: "Show the stored form of results" }],
  run: () => import("./get.run.ts"),
});

export const configSet = command({
  words: "config set",
  summary: "Store a value for every command",
  args: { key, value: { summary: "Its value" } },
  examples: [
    { line: "config set output json", does: "Print JSON by default" },
    { line: "config set timeout 2m", does: "Give every command two minutes" },
  ],
  run: () => import("./set.run.ts"),
});

export const configUnset = command({
  words: "config unset",
  summary: "Remove a stored value",
  args: { key },
  examples: [{ line: "config unset timeout", does: "Remove the time limit" }],
  run: () => import("./unset.run.ts"),
});

export const configList = command({
  words: "config list",
  summary: "List the stored values",
  examples: [{ line: "config list", does: "Show what is stored" }],
  run: () => import("./list.run.ts"),
});

export const configPath = command({
  words: "config path",
  summary: "Show where settings and state are kept",
  examples: [{ line: "config path --query file", does: "The settings file alone" }],
  run: () => import("./path.run.ts"),
});

export const configExplain = command({
  words: "config explain",
  summary: "Show which flag, variable or file each value comes from",
  columns: table<SettingRow>([
    { path: "setting" },
    { path: "value" },
    { path: "source" },
    { path: "from" },
    { path: "shadows" },
  ]),
  examples: [
    { line: "config explain", does: "Show why a command would use the service it uses" },
    { line: "config explain --context staging", does: "The same for another context" },
  ],
  run: () => import("./explain.run.ts"),
});
