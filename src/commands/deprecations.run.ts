import type { Run } from "../cli/declare/body.ts";
import { deprecations } from "../generated/deprecations.ts";
import type { DeprecationRow, deprecationsCommand } from "./deprecations.ts";

/** Text at a terminal for a date that the API does not announce. */
const UNKNOWN = "not announced";

/** Lists what the contract deprecates. */
export const run: Run<typeof deprecationsCommand> = async ({ forPeople, now, value, wantsValue }) => {
  const rows = deprecations.map(
    ({ kind, name, operations, removal, replacement, since }): DeprecationRow => ({
      kind,
      name,
      state: removal !== undefined && now() >= Date.parse(removal) ? "removed" : "deprecated",
      since: since ?? null,
      removal: removal ?? null,
      replacement: replacement ?? null,
      operations: [...operations],
    }),
  );
  return value(wantsValue && !forPeople ? rows : rows.map(asText));
};

function asText(row: DeprecationRow): DeprecationRow {
  const { kind, name, operations, since, removal, replacement } = row;
  const areas = [...new Set(operations.map((id) => id.split(".")[0]))];
  return {
    ...row,
    name: kind === "operation" ? name : `${name} of ${areas.join(", ")}`,
    since: since ?? UNKNOWN,
    removal: removal ?? UNKNOWN,
    replacement: replacement ?? "nothing",
  };
}
