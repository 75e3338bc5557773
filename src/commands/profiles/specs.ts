import { progressFlag } from "../../cli/byte-progress.ts";
import { command } from "../../cli/spec.ts";

const columns = [
  { path: "id" },
  { path: "name" },
  { path: "created_at", title: "created", as: "age" },
  { path: "updated_at", title: "updated", as: "age" },
  { path: "last_used_at", title: "last used", as: "age" },
] as const;

export const profilesCreate = command({
  words: "profiles create",
  operation: "profiles.create",
  description:
    "It is empty until a session ends that was created with it and told to save: browsers create --profile NAME --save-profile-changes. Then it holds that browser's cookies and storage.",
  args: [{ name: "name", summary: "Name for it, as --name", required: false, field: ["body", "name"] }],
  idField: "id",
  fields: { name: { placeholder: "NAME" } },
  columns,
  examples: [
    { line: "profiles create work", does: "Make a profile to log in with" },
    { line: "profiles create work -q", does: "Make one, and print its id alone" },
  ],
});

export const profilesList = command({
  words: "profiles list",
  operation: "profiles.list",
  idField: "id",
  columns,
  examples: [
    { line: "profiles list", does: "Show profiles, the newest first" },
    { line: "profiles list --search work --all -o json", does: "All with a part of a name" },
  ],
});

export const profilesGet = command({
  words: "profiles get",
  operation: "profiles.get",
  columns,
  examples: [{ line: "profiles get work", does: "When it was made, saved and used" }],
});

export const profilesUpdate = command({
  words: "profiles update",
  operation: "profiles.update",
  fields: { name: { placeholder: "NAME" } },
  columns,
  examples: [{ line: "profiles update work --name office", does: "Give it another name" }],
});

export const profilesImport = command({
  words: "profiles import",
  summary: "Make a profile of the local service out of a file or a browser's folder",
  operation: "local.profileImport",
  idField: "id",
  description:
    "For the local service only: the API has no upload of profiles. Takes what profiles download saves, or the folder of a Chromium that is closed. Cookies that a browser with a window has encrypted with the system's keychain cannot be read elsewhere; local seed-profile takes those that an add-on exports.",
  args: [
    {
      name: "file|dir",
      kind: "path",
      summary: "A .tar.zst, .tar or .json file, or a browser's user data directory",
      required: true,
    },
  ],
  fields: { name: { placeholder: "NAME", summary: "Name, unique in the project; the file's own by default" } },
  flags: [progressFlag],
  columns,
  examples: [
    { line: "profiles import work.tar.zst --name office", does: "Import what profiles download has saved" },
    { line: "profiles import ~/.config/chromium --name mine", does: "Pack a browser's folder and import it" },
  ],
  run: () => import("./import.run.ts"),
});

export const profilesDelete = command({
  words: "profiles delete",
  operation: "profiles.delete",
  question: { about: "profiles.get", text: "Delete profile {thing} and what it has saved?" },
  done: "Deleted profile {id_or_name}.",
  examples: [
    { line: "profiles delete work", does: "Delete one, after a question" },
    { line: "profiles delete work --yes", does: "Delete it in a script" },
  ],
});
