import { command, table } from "../cli/declare/command.ts";
import type { Entry } from "./explain/lib/catalogue.ts";

export const explain = command({
  words: "explain",
  effects: "none",
  summary: "Explain an exit code, an error code, a network error or a state",
  description:
    "Looks words up in every list of codes, in any case: exit codes, error codes of the API and HTTP statuses, network errors of Chromium by name or number, reasons of auth connections, and states. Without a word it lists the families. It needs no service.",
  args: {
    code: { summary: "Code, number or state, such as 9 or ERR_CERT_DATE_INVALID", repeat: true, required: false },
  },
  all: "Explain every code",
  examples: [
    { line: "explain 9", does: "What an exit code means, and what to do next" },
    { line: "explain ERR_CERT_DATE_INVALID", does: "The same for a network error" },
    { line: "explain -201", does: "A network error by its number" },
    { line: "explain requires_sms_code", does: "Why an auth connection cannot log in by itself" },
    { line: "explain --all -o json", does: "Every code, for a program" },
  ],
  columns: table<Entry>([
    { path: "family", whole: true },
    { path: "code", whole: true },
    { path: "name", whole: true },
    { path: "number" },
    { path: "meaning", as: "prose" },
    { path: "advice", as: "prose" },
  ]),
  output: async () => (await import("./lib/outputs.ts")).explainOutput,
  run: () => import("./explain.run.ts"),
});
