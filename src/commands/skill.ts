import { command } from "../cli/declare/command.ts";

export const skill = command({
  words: "skill",
  effects: "none",
  summary: "Print a guide for agents, which matches this version",
  description:
    "The guide is a SKILL.md, as Agent Skills have it: what to type to see and operate pages, what refusals mean, and what else there is. skill install puts it where agents look.",
  seeAlso: ["skill install", "skill uninstall", "mcp", "browsers snapshot"],
  examples: [
    { line: "skill", does: "Print the guide" },
    { line: "skill > SKILL.md", does: "Keep it in a file of your own" },
  ],
  requests: false,
  output: async () => (await import("./lib/outputs.ts")).skillOutput,
  run: () => import("./skill.run.ts"),
});
