import type { BodyOf, Check, Run } from "../../../cli/declare/body.ts";
import { checkedPart } from "../../../cli/input/check-request.ts";
import { untilRecorded } from "../../../client/request-recorder.ts";
import { commandLine } from "../../../core/command-line.ts";
import { CliError, type Problem } from "../../../core/errors.ts";
import { count } from "../../../render/sentence.ts";
import type { fsRm } from "./rm.ts";

type Rm = BodyOf<typeof fsRm>;

export const check: Check<typeof fsRm> = async ({ args }) => {
  const problems: Problem[] = [];
  const { problems: wrong = [] } = await checkedPart("fs.deleteFile", "params", { id: args.id });
  problems.push(...wrong.map(({ message }) => ({ path: "<id>", message })));
  for (const path of new Set(args.path)) {
    const { problems: bad = [] } = await checkedPart("fs.deleteFile", "body", { path });
    problems.push(...bad.map(({ message }) => ({ path: "<path>", message })));
  }
  return problems;
};

/** Deletes every named file, and with `-r` every directory; one failing path does not stop the others. */
export const run: Run<typeof fsRm> = async (body) => {
  const { args, confirm, done, exit, previewing, signal } = body;
  const paths = [...new Set(args.path)];
  if (previewing) {
    await recordAll(body, paths);
    return exit(0);
  }
  const { failures, directories } = await look(body, paths);
  const [directory, ...more] = directories;
  if (directory !== undefined) {
    const which =
      more.length === 0
        ? `${directory} and everything in it`
        : `${count(directories.size, "directory")} and everything in them`;
    await confirm(`Delete ${which}, in session ${args.id}?`);
  }
  const deleted: { path: string; deleted: true }[] = [];
  for (const path of paths) {
    if (failures.has(path)) continue;
    try {
      await remove(body, path, directories.has(path));
      deleted.push({ path, deleted: true });
    } catch (error) {
      if (!(error instanceof CliError) || signal.aborted) throw error;
      failures.set(path, await explain(body, path, error));
    }
  }
  if (failures.size > 0) throw failure(paths, [...failures.values()]);
  const what = deleted.length === 1 ? deleted[0]?.path : count(deleted.length, "path");
  return done(`Deleted ${what}.`, deleted);
};

async function remove({ args: { id }, call }: Rm, path: string, isDirectory: boolean): Promise<void> {
  await call(isDirectory ? "fs.deleteDirectory" : "fs.deleteFile", { params: { id }, body: { path } });
}

async function isDirectory({ args: { id }, call }: Rm, path: string): Promise<boolean> {
  return (await call("fs.fileInfo", { params: { id }, query: { path } })).is_dir;
}

/** Finds the directories among the paths if `-r` allows their deletion. */
async function look(
  body: Rm,
  paths: readonly string[],
): Promise<{ failures: Map<string, CliError>; directories: Set<string> }> {
  const failures = new Map<string, CliError>();
  const directories = new Set<string>();
  for (const path of body.flags.recursive === true ? paths : []) {
    try {
      if (await isDirectory(body, path)) directories.add(path);
    } catch (error) {
      if (!(error instanceof CliError) || body.signal.aborted) throw error;
      // This path does not exist or cannot be read. Any other failure concerns all paths.
      if (error.options.httpStatus !== 404 && error.options.httpStatus !== 400) throw error;
      failures.set(path, error);
    }
  }
  return { failures, directories };
}

/** Replaces the service's error for a directory without `-r` with one that shows what to type. */
async function explain(body: Rm, path: string, error: CliError): Promise<CliError> {
  const { args, flags } = body;
  if (flags.recursive === true || error.options.httpStatus !== 400) return error;
  const directory = await isDirectory(body, path).catch(() => false);
  if (!directory) return error;
  return new CliError("failed", `"${path}" is a directory; without -r only files are deleted`, {
    code: "is_directory",
    httpStatus: 400,
    hint: commandLine`browsers fs rm ${args.id} ${path} -r`,
  });
}

function failure(paths: readonly string[], failures: readonly CliError[]): CliError {
  const [first] = failures;
  if (!first) throw new Error("nothing has failed");
  if (paths.length === 1) return first;
  return new CliError(first.exit, `${count(failures.length, "path")} of ${paths.length} could not be deleted`, {
    code: first.options.code,
    details: failures.map((error) => ({ code: error.code, message: error.message })),
    hint: first.options.hint,
  });
}

/** Records the requests of every path. With `-r` each is looked at first, and shown as a directory. */
async function recordAll(body: Rm, paths: readonly string[]): Promise<void> {
  const recursive = body.flags.recursive === true;
  for (const path of paths) {
    if (recursive) await untilRecorded(isDirectory(body, path));
    await untilRecorded(remove(body, path, recursive));
  }
}
