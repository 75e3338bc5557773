import { command, table } from "../../cli/declare/command.ts";

/** A context with the state of its token. */
export interface TokenStatus {
  /** `*` for the token that a command here would send. */
  current: string;
  /** Null for a service and a token of the environment. */
  context: string | null;
  base_url: string | null;
  /** Place of the token in words: the settings file, the keychain, a program, a variable; null where there is none. */
  stored_in: string | null;
  /** `unreachable` is a service that did not answer, `failed` a token store or any other error. */
  state: "valid" | "refused" | "no_token" | "not_running" | "unreachable" | "failed";
  /** Name of the project that requests act in, or its id; null for the organization's default, and where it is unknown. */
  project: string | null;
  /** Projects that the token is for. */
  scope: "all projects" | "one project" | null;
  /** Principal or API key and its organization, in words. */
  identity: string | null;
  organization_id: string | null;
  /** Project that the token is limited to; null for all, and where it is unknown. */
  credential_project_id: string | null;
  /** Project that requests act in; null for none, and where it is unknown. */
  project_id: string | null;
  error: string | null;
}

export const authStatus = command({
  words: "auth status",
  effects: "none",
  calls: ["auth.context"],
  summary: "Check the tokens of all contexts",
  description:
    "Asks every service at once, each for at most 15 s, and shows where its token is kept, whether it works, the project that requests act in, and whether it is for one project or all; never the token itself. A service that does not answer is a row; the exit code is 0 whatever the rows say. To fail for a bad token, use auth context: exit 3.",
  columns: table<TokenStatus>([
    { path: "current" },
    { path: "context", whole: true },
    { path: "state", as: "state", whole: true },
    { path: "project", whole: true },
    { path: "scope", whole: true },
    { path: "error" },
    { path: "stored_in", title: "token in" },
    { path: "base_url", title: "base url" },
    { path: "identity" },
  ]),
  examples: [
    { line: "auth status", does: "Check every context" },
    { line: "auth status --query \"[?state!='valid'].context\"", does: "Names of the contexts that need a login" },
  ],
  output: async () => (await import("../lib/outputs.ts")).authStatusOutput,
  run: () => import("./status.run.ts"),
});
