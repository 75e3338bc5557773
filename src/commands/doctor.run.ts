import type { Run } from "../cli/declare/body.ts";
import { exitCode } from "../core/exit-codes.ts";
import { replaceUserinfo } from "../core/userinfo.ts";
import { completionCheck } from "./doctor/lib/checks/completion.ts";
import { environmentCheck } from "./doctor/lib/checks/environment.ts";
import { connectionCheck, routeCheck } from "./doctor/lib/checks/network.ts";
import { programCheck } from "./doctor/lib/checks/program.ts";
import { serviceCheck } from "./doctor/lib/checks/service.ts";
import { settingsCheck } from "./doctor/lib/checks/settings.ts";
import { type DoctorBody, type Facts, factsOf } from "./doctor/lib/facts.ts";
import type { Check, Finding, FindingRow } from "./doctor/lib/finding.ts";
import { reportText } from "./doctor/lib/report-text.ts";
import { runChecks } from "./doctor/lib/run-checks.ts";
import type { doctor } from "./doctor.ts";

/** Runs the checks, repairs with `--fix`, and prints the findings. */
export const run: Run<typeof doctor> = async (body) => {
  const { exit, flags, forPeople, palette, progress, quiet, signal, value, width } = body;
  const facts = factsOf(body);
  const checks = (await checksOf(facts)).filter(({ area }) => flags.only?.includes(area) ?? true);
  if (!checks.some(({ id }) => id === "network.connection")) facts.reached.resolve(true);
  const findings = await progress("Checking", (show) =>
    runChecks(checks, signal, (titles) => show(`Checking: ${titles.join(", ")}`)),
  );
  const rows = await Promise.all(findings.map((finding) => rowOf(body, finding)));
  const first = rows.find(({ status }) => status === "error");
  const exitNumber = first?.exit_code ?? exitCode("ok");
  if (quiet || !forPeople) return value(rows, { exitNumber });
  return exit(exitNumber, { before: reportText(rows, width, await palette()) });
};

async function checksOf(facts: Facts): Promise<readonly Check[]> {
  const [{ localCheck }, { browserCheck }, { machineCheck }] = await Promise.all([
    import("./doctor/lib/checks/local.run.ts"),
    import("./doctor/lib/checks/browser.run.ts"),
    import("./doctor/lib/checks/machine.run.ts"),
  ]);
  return [
    programCheck,
    completionCheck(facts),
    settingsCheck(facts),
    environmentCheck(facts),
    routeCheck(facts),
    connectionCheck(facts),
    serviceCheck(facts),
    localCheck(facts),
    browserCheck(facts),
    machineCheck(facts),
  ];
}

/** A finding as it is printed, repaired where `--fix` allows it. */
async function rowOf({ flags, signal }: DoctorBody, finding: Finding): Promise<FindingRow> {
  const { exit, fix, found, id, repair, status } = finding;
  const row: FindingRow = {
    id,
    area: id.split(".")[0] ?? "",
    status,
    found: replaceUserinfo(found),
    fix: fix ?? null,
    exit_code: status === "error" && exit !== undefined ? exitCode(exit) : null,
    fixed: null,
  };
  if (!flags.fix || !repair) return row;
  signal.throwIfAborted();
  try {
    return { ...row, status: "ok", exit_code: null, fixed: await repair() };
  } catch (error) {
    return { ...row, found: `${row.found}; the repair failed: ${(error as Error).message}` };
  }
}
