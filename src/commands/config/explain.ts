import { command, table } from "../../cli/declare/command.ts";

/** A setting with the origin of its value, and the origins that this one overrides. */
export interface SettingRow {
  setting: string;
  value: unknown;
  source: string;
  from: string;
  shadows: string[];
}

export const configExplain = command({
  words: "config explain",
  effects: "none",
  summary: "Show which flag, variable or file each value comes from",
  columns: table<SettingRow>([
    { path: "setting", whole: true },
    { path: "value", whole: true },
    { path: "source" },
    { path: "from", whole: true },
    { path: "shadows", whole: true },
  ]),
  examples: [
    { line: "config explain", does: "Show why a command would use the service it uses" },
    { line: "config explain --context staging", does: "The same for another context" },
  ],
  output: async () => (await import("../lib/outputs.ts")).configExplainOutput,
  run: () => import("./explain.run.ts"),
});
