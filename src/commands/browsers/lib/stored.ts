import type { FlagDeclaration } from "../../../cli/declare/declaration.ts";
import type { FieldFlag } from "../../../cli/declare/spec.ts";

/** Flags for stored resources that a session starts with. */
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
  vaults: {
    name: "vault",
    kind: "reference",
    repeat: true,
    summary: "Vault whose items the session may use, by id or name as for --profile",
  },
  proxy: {
    kind: "reference",
    meanings: { none: { mode: "direct" } },
    placeholder: "ID|NAME|none",
    summary: "Stored proxy for all that its browser sends, by id or name as for --profile; none is none",
  },
} satisfies Record<string, FieldFlag>;

export const storedFlags = {
  saveProfileChanges: {
    kind: "boolean",
    summary: "Save the profile when the session ends (profile.save_changes)",
    constant: true,
    field: ["body", "profile", "save_changes"],
  },
} as const satisfies Record<string, FlagDeclaration<"browsers.create">>;
