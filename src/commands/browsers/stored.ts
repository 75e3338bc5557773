import type { FieldFlag, FlagSpec } from "../../cli/spec.ts";

/** What a session starts with that is stored at the service. */
export const storedFields = {
  profile: {
    kind: "reference",
    summary: "Saved profile it starts from: 24 lower-case letters and digits are an id, anything else a name",
  },
  extensions: {
    name: "extension",
    kind: "reference",
    repeat: true,
    summary: "Stored extension to load, by id or name as for --profile",
  },
} satisfies Record<string, FieldFlag>;

export const storedFlags: readonly FlagSpec[] = [
  {
    name: "save-profile-changes",
    kind: "boolean",
    summary: "Save the profile when the session ends (profile.save_changes)",
    constant: true,
    field: ["body", "profile", "save_changes"],
  },
];
