import { command } from "../../cli/declare/command.ts";

export const importCurl = command({
  words: "import curl",
  effects: "none",
  summary: "Turn a curl command into the command that makes the same call",
  description:
    "The curl command is read, not run, and nothing is sent. Its token is left out. Fields without a flag become --input, and a call without a command becomes a line of api.",
  args: { line: { summary: "The curl command in one pair of quotes, or - to read it from stdin" } },
  examples: [
    {
      line: `import curl 'curl -X POST http://127.0.0.1:7788/browsers -d "{\\"headless\\":true}"'`,
      does: "Show the command for a curl line",
    },
    { before: "pbpaste |", line: "import curl -", does: "Read the line from the clipboard" },
  ],
  output: async () => (await import("../lib/outputs.ts")).importCurlOutput,
  run: () => import("./curl.run.ts"),
});
