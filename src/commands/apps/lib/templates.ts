/** App that `apps init` can write. */
export interface AppTemplate {
  readonly name: string;
  /** One line for help and completion. */
  readonly summary: string;
  /** Words after `invoke APP` for a first invocation. */
  readonly invoke: readonly string[];
}

/** The templates in the order of help; the first one is the default. Their files are in `templates/<name>` and `templates/base`. */
export const appTemplates = [
  { name: "example", summary: "Title, headings and links of a page", invoke: ["page-title"] },
  { name: "scrape", summary: "A list over several pages, as JSON", invoke: ["scrape"] },
  {
    name: "login",
    summary: "A form login that a profile keeps",
    invoke: ["login", "--payload", '{"url":"https://example.com/login","done":"Log out"}'],
  },
  { name: "download", summary: "A file that a link downloads, returned or stored", invoke: ["download"] },
  {
    name: "form",
    summary: "A form that is filled in and sent, with checked input",
    invoke: ["submit", "--payload", '{"name":"Ada","email":"ada@example.com"}'],
  },
  { name: "agent", summary: "A loop of snapshot, decision and act; by rules or a model", invoke: ["run"] },
  { name: "test", summary: "Checks of pages with a report and an exit status", invoke: ["test"] },
] as const satisfies readonly AppTemplate[];

export type AppTemplateName = (typeof appTemplates)[number]["name"];

export const DEFAULT_TEMPLATE: AppTemplateName = "example";
