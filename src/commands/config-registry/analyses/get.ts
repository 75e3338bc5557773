import { command } from "../../../cli/declare/command.ts";

export const configRegistryAnalysesGet = command({
  words: "config-registry analyses get",
  effects: "none",
  operation: "configRegistry.getAnalysis",
  idField: "analysis.id",
  seeAlso: ["config-registry resolve", "browsers create", "proxies create"],
  examples: [
    { line: "config-registry analyses get n3a7l1y5s9i2s6e0x4a8m1p5", does: "Show its state and what it found" },
    {
      line: "config-registry analyses get n3a7l1y5s9i2s6e0x4a8m1p5 --query analysis.status",
      does: "Its state alone",
    },
  ],
});
