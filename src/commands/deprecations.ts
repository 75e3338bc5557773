import { command, table } from "../cli/declare/command.ts";

/** Row of a deprecated operation or field. */
export interface DeprecationRow {
  kind: "operation" | "request field" | "answer field";
  /** Method and path, or the path of a field. */
  name: string;
  /** `removed` from the day of its removal on. */
  state: "deprecated" | "removed";
  /** Day, or version of the API's public clients; null where it is not announced. */
  since: string | null;
  /** Day of its removal; null where it is not announced. */
  removal: string | null;
  /** Replacement operation or field; null if there is none. */
  replacement: string | null;
  /** Ids of the operations that have it. */
  operations: string[];
}

export const deprecationsCommand = command({
  words: "deprecations",
  effects: "none",
  summary: "List what is deprecated in the API, until when, and what replaces it",
  description:
    "Lists operations, and fields of requests and answers, from the contract of this version, without asking a service. A date that the API does not announce is null. No flag of this program sets a deprecated field; --input warns of one.",
  examples: [
    { line: "deprecations", does: "List what to move away from" },
    { line: "deprecations --query '[?removal].name'", does: "List only what has a day of removal" },
  ],
  columns: table<DeprecationRow>([
    { path: "kind", whole: true },
    { path: "name", whole: true },
    { path: "removal", title: "until", whole: true },
    { path: "replacement", title: "use instead", whole: true },
    { path: "state", as: "state" },
    { path: "since" },
    { path: "operations" },
  ]),
  output: async () => (await import("./lib/outputs.ts")).deprecationsOutput,
  run: () => import("./deprecations.run.ts"),
});
