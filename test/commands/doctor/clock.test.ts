import { expect, test } from "vitest";
import { clockFinding } from "../../../src/commands/doctor/lib/checks/clock.ts";
import { temporaryHome } from "../../support/cli/run-cli.ts";
import { diagnose } from "./doctor-run.ts";

const now = Date.parse("2026-03-01T09:30:00Z");

test.each([
  [{ synchronized: true, written: now - 1_000 }, "ok", "shows 2026-03-01T09:30:00Z, set by a time server"],
  [{ synchronized: undefined, written: undefined }, "ok", "shows 2026-03-01T09:30:00Z"],
  [{ synchronized: false, written: undefined }, "warning", "no time server sets it"],
  [{ synchronized: true, written: now + 86_400_000 }, "warning", "files were written at 2026-03-02T09:30:00Z already"],
] as const)("the clock with %j is %s", (facts, status, found) => {
  expect(clockFinding(now, facts)).toMatchObject({ status, found: expect.stringContaining(found) });
});

test("doctor shows the clock of this machine", async () => {
  const { of } = await diagnose(["machine"], { home: temporaryHome() });
  expect(of("machine.clock").found).toMatch(/^this machine's clock shows \d{4}-\d\d-\d\dT[\d:]+Z/);
});
