import { entries, examples, type HelpSection, section, text } from "../help-page.ts";

export const sections: readonly HelpSection[] = [
  {
    blocks: [
      text(
        'A context is a named service: its address, its token and a project. "local" is the service on this machine and needs no login. Each account at a hosted service needs a context of its own.',
      ),
    ],
  },
  section(
    "Examples",
    examples(
      [
        "login --context shop --base-url https://browsers.example.com",
        "Store a token, and make this the current context",
      ],
      ["context list", "List the contexts; * is the one in effect here"],
      ["context use local", "Use another context from now on"],
      ["browsers list --context shop", "Use another context for a single command"],
      ["context use shop --project web --shared", "Choose context and project for everyone in this directory"],
      ["auth status", "Check the token of every context"],
    ),
  ),
  section(
    "Precedence",
    text("The strongest first:"),
    entries([
      [
        "context",
        "--context, BROWSERCTL_CONTEXT, the nearest directory with a binding or a .browserctl.json, the current context",
      ],
      [
        "project",
        "--project, BROWSERCTL_PROJECT, .browserctl.json, the project of the context (projects use), the service's default",
      ],
      ["address", "--base-url, BROWSERCTL_BASE_URL, the context"],
      ["token", "BROWSERCTL_TOKEN or BROWSERCTL_TOKEN_FILE, the token store of the context; never a flag"],
    ]),
    text("whoami shows what is in effect, and config explain where each value comes from."),
  ),
  section(
    "Directories",
    text(
      ".browserctl.json holds names of a context and a project and output defaults, never a token or an address, so that it can be committed. context use NAME --here binds a directory in your own settings instead; context unbind removes that.",
    ),
  ),
  section(
    "Token stores",
    entries([
      ["--store file", "the settings file, mode 0600; the default"],
      ["--store keychain", "the keychain of the operating system"],
      ["--store command", "a program that prints it, such as a password manager"],
      ["--store env", "a variable, read each time"],
    ]),
  ),
];
