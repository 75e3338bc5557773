import { afterAll, expect, test } from "vitest";
import { webApplications } from "./applications/index.ts";
import { Campaign } from "./support/campaign.ts";
import { type Row, reportOf } from "./support/report.ts";

/** Names of the applications to run, separated by commas; a part of a name is enough. All by default. */
const only = (process.env["BROWSERCTL_TEST_LOGINS"] ?? "").toLowerCase().split(",").filter(Boolean);

const chosen = webApplications.filter(
  ({ name }) => only.length === 0 || only.some((part) => name.toLowerCase().includes(part)),
);

const rows: Row[] = [];

afterAll(() => process.stdout.write(`\n${reportOf(rows)}\n\n`));

test.each(chosen)("$name: a wrong password is refused, the right one logs in, and the login is kept", async (one) => {
  const row: Row = { name: one.name, kind: one.kind, steps: {} };
  rows.push(row);
  const failures = await Campaign.run(one, row);
  // The whole table comes at the end of an hour.
  process.stdout.write(`${reportOf([row])}\n${failures.join("\n")}\n`);
  expect(failures.join("\n\n")).toBe("");
});
