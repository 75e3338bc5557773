import { CELL_REFERENCES } from "../../../contract/agent-parts.ts";
import { actLines, actSchema } from "./act-tool.ts";
import type { ToolLine } from "./tool-lines.ts";

/** A tool, made of commands. */
export interface Tool {
  readonly name: string;
  readonly about: string;
  /** Words of its command, or of several by the value of its input `action`. */
  readonly commands: string | Readonly<Record<string, string>>;
  /**
   * Arguments and flags of the commands that are inputs, with underscores; an argument that names a session is `session`.
   * The text replaces the summary of the declaration; an empty one leaves it out.
   */
  readonly inputs: Readonly<Record<string, string>>;
  /** Form of the result: the text of the command, an image, or JSON with these fields. */
  readonly shows: "text" | "image" | readonly string[];
  /** Input that goes to stdin of the command, so that it is no word. */
  readonly stdin?: string;
  /** True where the page or the code decides what it does: a client may ask before each call. */
  readonly operates?: true;
  /** Inputs and lines of a tool that its commands' words alone cannot describe. */
  readonly schema?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly lines?: (input: Readonly<Record<string, unknown>>) => readonly ToolLine[];
}

const session = "id, name or @last; the current one when left out";

/** The tools that stand for commands, in the order of the list. */
export const commandTools: readonly Tool[] = [
  {
    name: "sessions",
    about: "Browser sessions: create opens one, delete ends it",
    commands: {
      list: "browsers list",
      create: "browsers create",
      get: "browsers get",
      delete: "browsers delete",
    },
    inputs: { session, name: "", start_url: "", profile: "", timeout_seconds: "idle time, 10m" },
    shows: ["session_id", "name", "status", "created_at", "profile", "browser_live_view_url"],
  },
  {
    name: "snapshot",
    about: `The page as lines of text, in view first. e12 is the reference of a control for act; ${CELL_REFERENCES}. Long pages are cut: use find, under or rows`,
    commands: "browsers snapshot",
    inputs: {
      session,
      find: "text or /pattern/ on the whole page",
      under: "reference: only that part",
      rows: "FROM-TO of a long list",
      delta: "only what changed",
      interactive: "controls only",
      max_tokens: "",
    },
    shows: "text",
  },
  {
    name: "act",
    about:
      "Operate elements by reference, in order, until one is refused. Answers what has changed; a refusal has a code and the next step",
    commands: "browsers act",
    inputs: { session, wait: "for elements that are not ready, 10s", force: "" },
    shows: "text",
    operates: true,
    ...actSchema,
    lines: actLines,
  },
  {
    name: "read",
    about: "Main text of the page as Markdown, in parts",
    commands: "browsers read",
    inputs: { session, part: "", ref: "only this element", whole: "with navigation", links: "with addresses" },
    shows: "text",
  },
  {
    name: "wait_for",
    about: "Wait until all given conditions hold",
    commands: "browsers wait-for",
    inputs: {
      session,
      text: "the page shows it",
      gone: "text or reference that is gone",
      ref: "can be operated",
      url: "part of the address",
      within: "30s",
    },
    shows: "text",
  },
  {
    name: "navigate",
    about: "Load a page, or move in the history",
    commands: {
      goto: "browsers goto",
      back: "browsers back",
      forward: "browsers forward",
      reload: "browsers reload",
    },
    inputs: { session, url: "for goto" },
    shows: "text",
  },
  {
    name: "tabs",
    about: "Tabs of the browser",
    commands: {
      list: "browsers tabs list",
      new: "browsers tabs new",
      activate: "browsers tabs activate",
      close: "browsers tabs close",
    },
    inputs: { session, number: "for activate and close", url: "for new" },
    shows: "text",
  },
  {
    name: "dialog",
    about: "Answer the open alert, question or prompt of the page",
    commands: { accept: "browsers dialog accept", dismiss: "browsers dialog dismiss" },
    inputs: { session, text: "for a prompt" },
    shows: "text",
    operates: true,
  },
  {
    name: "screenshot",
    about: "Picture of the page",
    commands: "browsers screenshot",
    inputs: { session, marks: "draw the references of controls", ref: "only this element", full_page: "" },
    shows: "image",
  },
  {
    name: "execute",
    about: "Run Playwright code: the body of an async function with page, context and browser; return a value",
    commands: "browsers playwright execute",
    inputs: { session, code: "", timeout_sec: "" },
    shows: ["result", "stdout", "stderr"],
    stdin: "code",
    operates: true,
  },
];
