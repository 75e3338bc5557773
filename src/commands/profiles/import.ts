import { command } from "../../cli/declare/command.ts";
import { progressFlags } from "../../cli/transfer/progress-flags.ts";
import { profileColumns } from "./lib/columns.ts";

export const profilesImport = command({
  words: "profiles import",
  effects: "none",
  summary: "Create a profile of the local service from a file or a browser's directory",
  operation: "local.profileImport",
  idField: "id",
  description:
    "For the local service only: the API has no upload of profiles. Takes a file of profiles download, or the directory of a Chromium that is closed. Cookies that a browser with a window has encrypted with the system's keychain cannot be read elsewhere; local seed-profile takes those that an add-on exports.",
  args: {
    source: {
      word: "file|dir",
      kind: "path",
      summary: "A .tar.zst, .tar or .json file, or a browser's user data directory",
    },
  },
  fields: { name: { placeholder: "NAME", summary: "Name, unique in the project; the file's own by default" } },
  flags: progressFlags,
  columns: profileColumns,
  examples: [
    { line: "profiles import work.tar.zst --name office", does: "Import a file of profiles download" },
    { line: "profiles import ~/.config/chromium --name mine", does: "Pack a browser's directory and import it" },
  ],
  // The request has the name that the function derives from the file.
  preview: "calls",
  run: () => import("./import.run.ts"),
});
