import { entries, examples, type HelpSection, section, text } from "../help-page.ts";

export const sections: readonly HelpSection[] = [
  {
    blocks: [
      text(
        "The local service has the API of a hosted one, over a real Chromium. It listens on 127.0.0.1 only, and needs no account, Docker or display. The same script works with both.",
      ),
    ],
  },
  section(
    "Examples",
    examples(
      ["local setup", "Find Chromium, or install it with the package manager of this machine"],
      ["local start", "Start the service in the background, and use it from now on"],
      ["local status", "Show its address, its isolation, and what is missing"],
      ["local logs --follow --level warn", "Follow its warnings and errors"],
      ["local start -o env", "Print address and token as variables, for eval"],
      ["local stop", "Stop it, and end its sessions"],
    ),
  ),
  section(
    "State",
    text(
      "Profiles, extensions, apps, credentials and logs are in the state directory (config path), whose token and port survive a restart; after a crash the token is new. local reset starts from scratch.",
    ),
  ),
  section(
    "Differences",
    entries([
      [
        "isolation",
        "on Linux with bubblewrap each session is a container; elsewhere browser and processes run as your user",
      ],
      ["windows", "with TigerVNC and openbox a session has a screen of its own; otherwise it is headless"],
      ["unsupported", "some fields, such as --gpu, are refused (501): local support lists every operation and field"],
      ["time", "local clock set and local clock advance move the service's clock, to test what expires"],
      ["faults", "local chaos set injects failures: help faults"],
    ]),
  ),
];
