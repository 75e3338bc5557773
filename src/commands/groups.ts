import type { Group } from "../cli/help-groups.ts";

/** The nouns, in the order of help. */
export const groups: readonly Group[] = [
  { words: "browsers", summary: "Browser sessions" },
  { words: "browsers process", summary: "Processes of a session" },
  { words: "browsers fs", summary: "Files of a session" },
  { words: "browsers playwright", summary: "Playwright code against a session" },
  { words: "browsers computer clipboard", summary: "Clipboard of a session" },
  { words: "browsers computer", summary: "Mouse, keyboard and screen of a session" },
  { words: "browsers extensions", summary: "Extensions of a running browser" },
  { words: "profiles", summary: "Saved cookies and storage that sessions start from" },
  { words: "proxies", summary: "Proxies that sessions use" },
  { words: "extensions", summary: "Stored extensions" },
  { words: "apps", summary: "Automation code that the service runs" },
  { words: "deployments", summary: "Uploads of apps" },
  { words: "invocations", summary: "Runs of an app's actions" },
  { words: "projects", summary: "Projects, which separate resources from each other" },
  { words: "projects limits", summary: "How much may run in a project at the same time" },
  { words: "org", summary: "Your organization: plan and features" },
  { words: "org limits", summary: "Limits of the organization" },
  { words: "auth", summary: "Your identity at the service" },
  { words: "api-keys", summary: "Keys that programs call the service with" },
  { words: "local", summary: "The service on this machine" },
  { words: "local chaos", summary: "Fault injection in the local service" },
  { words: "local clock", summary: "Clock of the local service" },
  { words: "context", summary: "Named services with their tokens" },
  { words: "config", summary: "Settings and where each value comes from" },
];
