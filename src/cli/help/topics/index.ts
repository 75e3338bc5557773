import type { HelpPage } from "../help-page.ts";

/** A page of `help` that is not about a single command. Its text is loaded on demand. */
export interface Topic {
  readonly name: string;
  /** One line without a full stop. */
  readonly summary: string;
  readonly load: () => Promise<HelpPage>;
}

/** A topic's module exports the sections of its page. */
type TopicModule = Pick<HelpPage, "sections">;

function topic(name: string, summary: string, load: () => Promise<TopicModule>): Topic {
  return { name, summary, load: async () => ({ name, summary, sections: (await load()).sections }) };
}

/** The topics, in the order of help. */
export const topics: readonly Topic[] = [
  topic("flags", "Flags that every command has", () => import("./flags.ts")),
  topic("output", "Formats of results: text, tables, JSON, YAML, CSV, variables", () => import("./output.ts")),
  topic("exit-codes", "Exit codes of the program", () => import("./exit-codes.ts")),
  topic("error-codes", "Error codes of the API, with their exit codes", () => import("./error-codes.ts")),
  topic("environment", "Variables that the program reads", () => import("./environment.ts")),
  topic("contexts", "Services, accounts and projects, and how one is chosen", () => import("./contexts.ts")),
  topic("scripting", "Use in scripts: ids, conditions, waiting, failures", () => import("./scripting.ts")),
  topic("ci", "Use in a CI pipeline: token, project, masked secrets", () => import("./ci.ts")),
  topic("local", "The service on this machine", () => import("./local.ts")),
  topic("faults", "Fault injection, to test what you build on the API", () => import("./faults.ts")),
];
