import { resolve } from "node:path";
import type { BodyOf, Check, Run } from "../cli/declare/body.ts";
import { isLocalAnswer } from "../conformance/check-answer.ts";
import { ClientService } from "../conformance/client-service.ts";
import { specs } from "../conformance/declarations.ts";
import { endsService, groupOf, type OperationGroup } from "../conformance/groups.ts";
import { junitReport } from "../conformance/junit.ts";
import { ConformanceRun } from "../conformance/run-conformance.ts";
import type { OperationSpec } from "../contract/operation.ts";
import { CliError, type Problem } from "../core/errors.ts";
import { checkTarget, saveFile } from "../core/save-file.ts";
import { demoSite } from "../demo-site/demo-site.ts";
import { count } from "../render/sentence.ts";
import { type ConformanceRow, rowOf } from "./conformance/lib/row.ts";
import { type conformance, GRACE_MS } from "./conformance.ts";

type Conformance = BodyOf<typeof conformance>;

export const check: Check<typeof conformance> = ({ flags: { force, junit, only = [], page } }) => [
  ...unknownChoices(only),
  ...(page !== undefined && !URL.canParse(page) ? [{ path: "--page", message: `must be a URL, not "${page}"` }] : []),
  ...(force && junit === undefined ? [{ path: "--force", message: "is for the file of --junit" }] : []),
];

/** Runs the checks, prints a row for each operation, and ends with exit 8 when one of them failed. */
export const run: Run<typeof conformance> = async (body) => {
  const { client, cwd, defer, flags, note, progress, signal, value, warn } = body;
  const { junit, only } = flags;
  if (junit !== undefined) await checkTarget(resolve(cwd, junit), junit, flags.force === true);
  const { options } = await client();
  const isLocal = await progress(`Waiting for ${options.baseUrl}`, () =>
    reach(new ClientService(options, { signal }), options.baseUrl),
  );
  const groups: OperationGroup[] = [
    ...(flags.include ?? []),
    ...(isLocal ? (["costly", "organization"] as const) : []),
  ];
  const chosen = only && chosenBy(only);
  if (!isLocal) await consent(body, groups, chosen);
  const site = isLocal && flags.page === undefined ? await demoSite({ now: Date.now }) : undefined;
  const checks = new ConformanceRun({
    client: options,
    isLocal,
    groups,
    only: chosen,
    loginUrl: flags.page ?? site?.on("main", "/password"),
    signal,
    onOperation: (id, at, total) => shown(`Checking ${id} (${at + 1} of ${total})`),
  });
  let shown = (_: string): void => {};
  let running: Promise<unknown> = Promise.resolve();
  // An interrupted run deletes what it has created before the process ends.
  const keep = defer(async () => {
    await running.catch(() => {});
    for (const path of checks.left) warn(`could not delete ${path}`);
    await site?.close();
  });
  const deleting = `Deleting what the run has created, for at most ${GRACE_MS / 1_000} s; a second Ctrl-C leaves it there.`;
  const onAbort = (): void => note(deleting);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const { results, withoutProject } = await progress("Checking", (show) => {
      shown = show;
      const report = checks.run();
      running = report;
      return report;
    });
    if (withoutProject !== undefined)
      warn(`worked in the project of the token, without checks of other projects: ${withoutProject}`);
    if (junit !== undefined) {
      const text = Buffer.from(junitReport(results, options.baseUrl));
      await saveFile(junit, text, { cwd, force: flags.force === true, defer, signal });
    }
    const rows = results.map(rowOf);
    note(summary(rows));
    const failure = failureOf(rows);
    return value(rows, { ...(failure && { failure }) });
  } finally {
    signal.removeEventListener("abort", onAbort);
    for (const path of checks.left) warn(`could not delete ${path}`);
    await site?.close();
    keep();
  }
};

/** True for a local service. Exit 3 for a refused token, 5 when nothing answers. */
async function reach(service: ClientService, baseUrl: string): Promise<boolean> {
  const answer = await service.api("GET", "/auth/context");
  if (answer.status === 401 || answer.status === 403) {
    throw new CliError("auth", `${baseUrl} answered ${answer.status}: the token was not accepted`, {
      httpStatus: answer.status,
      hint: "browserctl auth status",
    });
  }
  return isLocalAnswer(answer);
}

/** Asks before anything is created on a hosted service. */
async function consent(
  { confirm, consented }: Conformance,
  groups: readonly OperationGroup[],
  chosen: ReturnType<typeof chosenBy> | undefined,
): Promise<void> {
  if (consented) return;
  const called = specs.filter((spec) => {
    const group = groupOf(spec);
    const runs = group === undefined || groups.includes(group);
    return runs && !spec.localOnly && spec.id !== endsService && (chosen?.(spec) ?? true);
  });
  await confirm(
    `Call ${count(called.length, "operation")}? Two projects, a key and the records of examples are created and deleted; browsers are started.`,
  );
}

function summary(rows: readonly ConformanceRow[]): string {
  const sum = (name: "failed" | "passed" | "skipped"): number => rows.reduce((all, row) => all + row[name], 0);
  const of = (outcome: ConformanceRow["outcome"]): number => rows.filter((row) => row.outcome === outcome).length;
  return `${count(rows.length, "operation")}: ${of("passed")} conform, ${of("failed")} differ, ${of("skipped")} skipped; ${count(sum("passed") + sum("failed"), "check")}`;
}

function failureOf(rows: readonly ConformanceRow[]): CliError | undefined {
  const failed = rows.filter(({ outcome }) => outcome === "failed");
  const [first] = failed;
  if (!first) return undefined;
  const message = `${count(failed.length, "operation")} of ${rows.length} ${failed.length === 1 ? "differs" : "differ"} from the declaration; the first is ${first.operation}`;
  return new CliError("outcome-failed", message, {
    code: "not_conformant",
    extra: { operations: rows.length, differ: failed.length },
  });
}

/** Filter of operations by their ids, areas, or patterns with `*`. */
function chosenBy(words: readonly string[]): (spec: Pick<OperationSpec, "area" | "id">) => boolean {
  const patterns = words.map((word) => new RegExp(`^${word.replace(/[^\w*]/g, "\\$&").replaceAll("*", ".*")}$`));
  return ({ area, id }) =>
    patterns.some((pattern) => pattern.test(id) || pattern.test(area) || pattern.test(group(id)));
}

/** Problems of words that choose no operation. */
function unknownChoices(words: readonly string[]): Problem[] {
  const areas = [...new Set(specs.map(({ id }) => group(id)))].sort();
  return words
    .filter((word) => !specs.some(chosenBy([word])))
    .map((word) => ({ path: "--only", message: `no operation is named "${word}"; areas: ${areas.join(", ")}` }));
}

/** First part of an id: `vaultItems`. */
function group(id: string): string {
  return id.split(".")[0] ?? id;
}
