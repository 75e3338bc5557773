import { command } from "../../../cli/declare/command.ts";

export const configRegistryAnalysesCancel = command({
  words: "config-registry analyses cancel",
  effects: "none",
  operation: "configRegistry.cancelAnalysis",
  idField: "analysis.id",
  question: { about: "configRegistry.getAnalysis", text: "Cancel analysis {thing}?" },
  examples: [
    { line: "config-registry analyses cancel n3a7l1y5s9i2s6e0x4a8m1p5", does: "Cancel it, after confirmation" },
    { line: "config-registry analyses cancel n3a7l1y5s9i2s6e0x4a8m1p5 --yes", does: "Cancel it in a script" },
  ],
});
