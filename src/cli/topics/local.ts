import { entries, examples, type HelpSection, section, text } from "../help-page.ts";

export const sections: readonly HelpSection[] = [
  {
    blocks: [
      text(
        "The same API over a real Chromium, on 127.0.0.1 only, without an account, Docker or a display. Scripts for it work with a hosted service, and the other way round.",
      ),
    ],
  },
  section(
    "Examples",
    examples(
      ["local setup", "Find Chromium, or install it with the package manager of this machine"],
      ["local start", "Start the service in the background, and use it from now on"],
      ["local status", "Show where it runs, with what isolation, and what is missing"],
      ["local logs --follow --level warn", "Follow its warnings and errors"],
      ["local start -o env", "Address and token for other clients, for eval"],
      ["local stop", "End it and its sessions"],
    ),
  ),
  section(
    "What it keeps",
    text(
      "Profiles, extensions, apps, credentials and logs are in the state directory (config path), whose token and port survive a restart. local reset starts from scratch.",
    ),
  ),
  section(
    "What is different",
    entries([
      ["isolation", "on Linux with bubblewrap each session is a container; elsewhere browser and processes run as you"],
      ["windows", "with TigerVNC and openbox a session has a screen of its own; otherwise it is headless"],
      ["unsupported", "some fields, such as --gpu, are refused (501): local support lists every operation and field"],
      ["time", "local clock set and local clock advance move the service's clock, to test what expires"],
      ["faults", "local chaos set injects failures: help faults"],
    ]),
  ),
];
