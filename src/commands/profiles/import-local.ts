import { command } from "../../cli/declare/command.ts";
import { browserNames } from "../../local-profiles/browsers.ts";

export const profilesImportLocal = command({
  words: "profiles import-local",
  effects: "secrets",
  summary: "Create a profile from the cookies of your own browser on this machine",
  description:
    "Reads the cookies of a Chrome, Chromium, Edge or Brave profile on Linux or macOS, with the key in your keychain, also while the browser runs. Says how many of which site it takes, and asks; values are never printed. Takes cookies alone: localStorage, passwords and extensions stay.",
  flags: {
    browser: {
      kind: "enum",
      choices: browserNames,
      placeholder: "BROWSER",
      summary: "Browser whose cookies are taken; the only one here when omitted",
    },
    browserProfile: {
      kind: "string",
      placeholder: "PROFILE",
      summary: "Its profile, by directory or name; the only one, or Default, when omitted",
    },
    userDataDir: {
      kind: "string",
      placeholder: "DIR",
      summary: "Directory of its profiles, when it is not the usual one",
    },
    domain: {
      kind: "string",
      repeat: true,
      placeholder: "DOMAIN",
      summary: "Only cookies of this domain and its subdomains",
    },
    name: { kind: "string", placeholder: "NAME", summary: "Name of the new profile; of the browser's when omitted" },
  },
  requests: false,
  dryRun: "Show what would be taken instead of taking it",
  calls: ["local.profileImport", "profiles.create", "browsers.create", "playwright.execute", "browsers.delete"],
  exits: { "local-file": "the browser, its profile or its key cannot be read", declined: "nothing was taken" },
  seeAlso: ["profiles import", "profiles inspect", "local seed-profile"],
  examples: [
    { line: "profiles import-local --domain example.com --name mine", does: "Take the cookies of one site" },
    { line: "profiles import-local --browser chrome --dry-run", does: "Show which sites have cookies" },
    {
      line: 'profiles import-local --browser edge --browser-profile "Work" --yes -o json',
      does: "Take those of one profile of several, without a question",
    },
  ],
  output: async () => (await import("../lib/outputs.ts")).profilesImportLocalOutput,
  run: () => import("./import-local.run.ts"),
});
