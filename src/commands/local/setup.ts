import { command } from "../../cli/declare/command.ts";
import { browser } from "./lib/browser-flag.ts";

export const localSetup = command({
  words: "local setup",
  effects: "service",
  summary: "Find a browser for the local service, or install one",
  description:
    "On Linux it also looks for bubblewrap, in whose containers sessions run, and for TigerVNC and openbox, which give them a private display, and installs them where that asks no question. Sessions work without them.",
  flags: { browser, check: { kind: "boolean", summary: "Only look; install nothing" } },
  examples: [
    { line: "local setup", does: "Find Chromium, or install it with this machine's package manager" },
    { line: "local setup --browser /opt/chrome/chrome", does: "Use this one from now on" },
  ],
  output: async () => (await import("./lib/outputs.ts")).localSetupOutput,
  run: () => import("./setup.run.ts"),
});
