import { afterAll, expect, test } from "vitest";
import { ensureNpmPackage } from "../logins/support/npm-package.ts";
import { pages as bundled } from "./packages/pages/bundled.ts";
import { pages as componentLibraries } from "./packages/pages/component-libraries.ts";
import { pages as dates } from "./packages/pages/dates.ts";
import { pages as demos } from "./packages/pages/demos.ts";
import { pages as designSystems } from "./packages/pages/design-systems.ts";
import { pages as editors } from "./packages/pages/editors.ts";
import { pages as enterprise } from "./packages/pages/enterprise.ts";
import { pages as floatingLabels } from "./packages/pages/floating-labels.ts";
import { pages as grids } from "./packages/pages/grids.ts";
import { pages as libraries } from "./packages/pages/libraries.ts";
import { pages as moving } from "./packages/pages/moving.ts";
import { pages as popups } from "./packages/pages/popups.ts";
import { pages as react } from "./packages/pages/react.ts";
import { pages as selects } from "./packages/pages/selects.ts";
import type { Driver, PageReport } from "./packages/run-page.ts";
import { runPage, servePackages } from "./packages/run-page.ts";
import { AgentPage } from "./support/agent-page.ts";

/** Parts of the names of the packages to run, separated by commas. All by default. */
const only = (process.env["BROWSERCTL_TEST_PACKAGES"] ?? "").toLowerCase().split(",").filter(Boolean);
const all = [
  ...bundled,
  ...componentLibraries,
  ...dates,
  ...demos,
  ...designSystems,
  ...editors,
  ...enterprise,
  ...floatingLabels,
  ...grids,
  ...libraries,
  ...moving,
  ...popups,
  ...react,
  ...selects,
];
const chosen = all.filter(({ name }) => only.length === 0 || only.some((part) => name.toLowerCase().includes(part)));

const page = AgentPage.share();
const driver: Driver = {
  open: (url) => page.open(url),
  run: (expression) => page.run(expression),
  until: (expression) => page.until(expression),
  snapshot: (request) => page.snapshot(request),
  act: (verb, ref, value) => page.act(verb, ref, value),
};

const rows: PageReport[] = [];

afterAll(() => {
  const lines = rows.map(({ acts, name, tokens }) => {
    const count = (outcome: string): number => acts.filter((act) => act.outcome === outcome).length;
    const refused = count("refused wrongly") + count("not shown");
    return `${name}: ${tokens} tokens, ${acts.length} acts: ${count("right")} right, ${count("refused rightly")} refused rightly, ${count("wrong")} wrong, ${refused} refused though possible`;
  });
  process.stdout.write(`\n${lines.join("\n")}\n\n`);
});

test.each(chosen)("$name: each act of a user is done, or refused where the page does not allow it", async (one) => {
  const directory = await ensureNpmPackage(one.specs);
  const { close, url } = await servePackages(directory, one);
  try {
    const report = await runPage(driver, one, url);
    rows.push(report);
    const failures = report.acts.filter(({ outcome }) => outcome !== "right" && outcome !== "refused rightly");
    const texts = failures.map(({ act, outcome, text }) => `${outcome}: ${act.verb ?? "click"} ${act.on}\n${text}`);
    expect([...report.untrue, ...texts].join("\n\n")).toBe("");
    expect(report.tokens).toBeLessThanOrEqual(1_650);
  } finally {
    close();
  }
});
