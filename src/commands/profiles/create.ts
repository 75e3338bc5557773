import { command } from "../../cli/declare/command.ts";
import { profileColumns } from "./lib/columns.ts";

export const profilesCreate = command({
  words: "profiles create",
  effects: "none",
  operation: "profiles.create",
  description:
    "The profile is empty until a session that saves to it has ended: browsers create --profile NAME --save-profile-changes. Then it holds that browser's cookies and storage.",
  args: { name: { summary: "Name for it, as --name", required: false, field: ["body", "name"] } },
  idField: "id",
  fields: { name: { placeholder: "NAME" } },
  columns: profileColumns,
  examples: [
    { line: "profiles create work", does: "Create a profile to log in with" },
    { line: "profiles create work -q", does: "Create one, and print its id alone" },
  ],
});
