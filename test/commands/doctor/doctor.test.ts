import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { appArmorFix, startFix } from "../../../src/commands/doctor/lib/checks/browser.run.ts";
import { nodeFinding, packageFiles, platformFinding } from "../../../src/commands/doctor/lib/checks/program.ts";
import { areas, type Check, type FindingRow, note, ok } from "../../../src/commands/doctor/lib/finding.ts";
import { reportText, summary } from "../../../src/commands/doctor/lib/report-text.ts";
import { runChecks } from "../../../src/commands/doctor/lib/run-checks.ts";
import { plain } from "../../../src/render/palette.ts";
import { localHome } from "../../support/cli/local-home.ts";
import { startCli, temporaryHome } from "../../support/cli/run-cli.ts";
import { diagnose } from "./doctor-run.ts";

test("a machine with a running service passes, leaves nothing behind, and fits 80 columns", async () => {
  const home = localHome();
  await home.json(["local", "start"]);
  const temporary = (): string[] =>
    readdirSync(home.env["TMPDIR"] ?? "").filter((name) => name.startsWith("browserctl-doctor"));
  const cli = startCli(["doctor"], { home, tty: true, columns: 80, env: { BROWSERCTL_TEST_RUN: undefined } });
  const { code, stdout } = await cli.done;
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\d+ ok\n$/)]);
  for (const text of [
    "Local service\n  ok       runs on port",
    "  ok       Chromium ",
    "accepted, API key",
    "Chromium starts",
  ])
    expect(stdout).toContain(text);
  const plainLines = stdout.split("\n").filter((line) => !line.includes("fix: ") && !line.includes("Checking"));
  for (const line of plainLines.filter((each) => !/(^|["(\s])\//.test(each)))
    expect(line.length, line).toBeLessThanOrEqual(80);
  expect(temporary()).toEqual([]);
});

test("programs that doctor runs leave no files in the user's home", async () => {
  const home = temporaryHome();
  expect((await diagnose(["browser"], { home, own: true })).of("browser.start").status).not.toBe("error");
  const left = readdirSync(home.dir, { recursive: true }).map(String);
  expect(left.filter((path) => /chromium|openbox|dconf/i.test(path))).toEqual([]);
});

test("a missing browser is an error only for the local service", async () => {
  const home = localHome();
  const env = { BROWSERCTL_CHROMIUM: "/nowhere/chrome" };
  const local = await diagnose(["browser"], { home, env });
  expect(local.code).toBe(1);
  expect(local.of("browser.found")).toMatchObject({ status: "error", fix: "browserctl local setup" });
  const hosted = await diagnose(["browser"], {
    home,
    env: { ...env, BROWSERCTL_BASE_URL: "https://a.test", BROWSERCTL_TOKEN: "t" },
  });
  expect([hosted.code, hosted.of("browser.found").status]).toEqual([0, "note"]);
});

test("a sandbox that AppArmor blocks gets its profile as the fix", () => {
  const fix = startFix({ failure: "no_sandbox", restricted: true }, "/opt/my chrome/chrome");
  expect(fix).toBe(appArmorFix("/opt/my chrome/chrome"));
  expect(fix).toContain("'/opt/my chrome/chrome' | sudo tee /etc/apparmor.d/");
  expect(fix).toContain("userns,");
  expect(startFix({ failure: "no_sandbox", restricted: false }, "/usr/bin/chromium")).toContain("sysctl");
});

test("an old Node is an error, and platforms without tests are a note", () => {
  expect(nodeFinding("22.3.0")).toMatchObject({ status: "error", exit: "failed" });
  expect(nodeFinding("24.2.0").status).toBe("note");
  expect(nodeFinding("24.14.0").status).toBe("ok");
  expect(platformFinding("darwin", "arm64")).toMatchObject({ status: "note", found: expect.stringContaining("macOS") });
});

test("doctor checks the files of the package", async () => {
  const root = join(import.meta.dirname, "../../..");
  const { files } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { files: string[] };
  for (const path of packageFiles) {
    expect(existsSync(join(root, path)), path).toBe(true);
    expect(
      files.some((each) => path === each || path.startsWith(`${each}/`)),
      path,
    ).toBe(true);
  }
});

test("a check that hangs or breaks is a finding, and the others are reported in the order of areas", async () => {
  const checks: Check[] = [
    { area: "machine", title: "disk", id: "machine.disk", run: async () => [ok("machine.disk", "fine")] },
    { area: "network", title: "DNS", id: "network.dns", limitMs: 20, run: () => new Promise(() => {}) },
    { area: "program", title: "program", id: "program.files", run: () => Promise.reject(new Error("broke")) },
  ];
  const shown: string[] = [];
  const findings = await runChecks(checks, new AbortController().signal, (titles) => shown.push(titles.join()));
  expect(findings).toMatchObject([
    { id: "program.files", status: "warning", found: "program could not be checked: broke" },
    { id: "network.dns", status: "error", exit: "timeout", found: "DNS: no answer within 0.02 s" },
    { id: "machine.disk", status: "ok" },
  ]);
  expect(shown.at(-1)).toBe("");
});

test("an interruption ends the checks with its own error", async () => {
  const controller = new AbortController();
  const checks: Check[] = [{ area: "network", title: "DNS", id: "network.dns", run: () => new Promise(() => {}) }];
  const running = runChecks(checks, controller.signal, () => {});
  controller.abort(new Error("interrupted"));
  await expect(running).rejects.toThrow("interrupted");
});

test("a report at 20 columns breaks no word, and no command", () => {
  const found = `no service is set up: start one, see ${"/very/long".repeat(3)}`;
  const fix = "start one on this machine: browserctl local start --screen auto, or: browserctl login --base-url URL";
  const row: FindingRow = {
    ...{ id: "service.context", area: "service", status: "warning", found, fix, exit_code: null, fixed: null },
  };
  expect(reportText([row, { ...row, status: "ok", fix: null, found: "fine" }], 20, plain).plain.split("\n")).toEqual([
    "Service",
    "  warning",
    "    no service is",
    "    set up: start",
    "    one, see",
    `    ${"/very/long".repeat(3)}`,
    "    fix: start one",
    "    on this machine:",
    "    browserctl local start --screen auto,",
    "    or:",
    "    browserctl login --base-url URL",
    "  ok",
    "    fine",
    "",
    "1 warning, 1 ok",
    "",
  ]);
  expect(reportText([{ ...row, found: "fine" }], 40, plain).ansi).toContain(
    "\n  warning  fine\n           fix: start one on this\n",
  );
});

test("the report shows what was fixed, makes control characters visible, and counts", () => {
  const row = (id: string, more: Partial<FindingRow>): FindingRow => ({
    ...{ id, area: id.split(".")[0] ?? "", status: "ok", found: "fine", fix: null, exit_code: null, fixed: null },
    ...more,
  });
  const rows = [
    row("program.node", {}),
    row("settings.mode", { fixed: "it is 0600 now", fix: "chmod 600 x" }),
    row("network.tls", { status: "error", found: "bad \u001b[31mred", fix: "renew it", exit_code: 5 }),
  ];
  const text = reportText(rows, 80, plain).ansi;
  expect(text).toContain("  ok       fine\n           fixed: it is 0600 now\n");
  expect(text).toContain("           fix: renew it\n");
  expect(text).not.toContain("\u001b");
  expect(summary(rows)).toBe("1 error, 2 ok");
  expect(note("local.service", "stopped")).toMatchObject({ status: "note" });
  expect(areas[0]).toBe("program");
});
