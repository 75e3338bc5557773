import type { FlagDeclaration } from "../../../cli/declare/declaration.ts";

/** Flags for the texts of results. */
export const contentFlags = {
  contentSource: {
    kind: "enum",
    choices: ["auto", "provider", "browser"],
    field: ["body", "content", "source"],
    summary: "Origin of the texts; auto prefers a browser",
  },
  contentFormat: {
    kind: "enum",
    choices: ["markdown", "text"],
    field: ["body", "content", "format"],
    summary: "Form of the texts",
  },
  contentMaxChars: {
    kind: "integer",
    placeholder: "NUMBER",
    field: ["body", "content", "max_chars"],
    summary: "Maximum characters of each text",
  },
  contentMaxAgeHours: {
    kind: "number",
    placeholder: "HOURS",
    field: ["body", "content", "max_age_hours"],
    summary: "Maximum age of a stored text; 0 fetches it anew",
  },
  contentBrowser: {
    kind: "string",
    placeholder: "SESSION",
    field: ["body", "content", "browser", "browser_id"],
    summary: "Session id that fetches the texts; needs --content-source browser",
  },
  contentMode: {
    kind: "enum",
    choices: ["curl", "render"],
    field: ["body", "content", "browser", "mode"],
    summary: "Plain request, or a page in a tab of its own",
  },
} as const satisfies Record<string, FlagDeclaration<"search.create">>;
