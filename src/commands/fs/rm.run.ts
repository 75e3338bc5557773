import { inContext, joinPreviews, preview } from "../../cli/call-and-render.ts";
import { checkRequest } from "../../cli/check-request.ts";
import type { CommandContext } from "../../cli/context.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import type { ApiClient } from "../../client/call.ts";
import type { PlainOperation } from "../../contract/plain.ts";
import { CliError, type Problem, usageError } from "../../core/errors.ts";
import { posixWord } from "../../core/posix-quote.ts";
import { count } from "../../render/sentence.ts";

interface Deletion {
  readonly id: string;
  readonly paths: readonly string[];
  readonly recursive: boolean;
  readonly info: PlainOperation;
  readonly deleteFile: PlainOperation;
  readonly deleteFolder: PlainOperation;
}

/** Deletes every named file, and with `-r` every folder; one that fails does not keep the others. */
export const run: CommandRun = async (context) => {
  const [id = "", ...paths] = context.args;
  const all: Deletion = {
    id,
    paths: [...new Set(paths)],
    recursive: context.flags["recursive"] === true,
    info: await context.loadOperation("fs.fileInfo"),
    deleteFile: await context.loadOperation("fs.deleteFile"),
    deleteFolder: await context.loadOperation("fs.deleteDirectory"),
  };
  await check(all);
  const shown = await previews(context, all);
  if (shown) return shown;
  const client = await context.client();
  const { failures, folders } = await look(client, all, context);
  const [folder, ...more] = folders;
  if (folder !== undefined) {
    const which = more.length === 0 ? `${folder} and all in it` : `${count(folders.size, "folder")} and all in them`;
    await context.confirm(inContext(`Delete ${which}, in session ${id}?`, context));
  }
  const deleted: { path: string; deleted: true }[] = [];
  for (const path of all.paths) {
    if (failures.has(path)) continue;
    try {
      await client.call(folders.has(path) ? all.deleteFolder : all.deleteFile, { params: { id }, body: { path } });
      deleted.push({ path, deleted: true });
    } catch (error) {
      if (!(error instanceof CliError) || context.lifetime.signal.aborted) throw error;
      failures.set(path, await explain(error, path, client, all));
    }
  }
  if (failures.size > 0) throw failure(all, [...failures.values()]);
  const what = deleted.length === 1 ? deleted[0]?.path : count(deleted.length, "path");
  return { kind: "done", sentence: `Deleted ${what}.`, value: deleted };
};

async function check({ id, paths, deleteFile }: Deletion): Promise<void> {
  const problems: Problem[] = [];
  for (const { message } of await checkRequest(deleteFile, "params", { id })) problems.push({ path: "<id>", message });
  for (const path of paths) {
    const wrong = await checkRequest(deleteFile, "body", { path });
    problems.push(...wrong.map(({ message }) => ({ path: "<path>", message })));
  }
  if (problems.length > 0) throw usageError(problems, "browserctl browsers fs rm --help");
}

/** Which of the paths are folders, where folders may be deleted at all. */
async function look(
  client: ApiClient,
  { id, paths, recursive, info }: Deletion,
  { lifetime }: CommandContext,
): Promise<{ failures: Map<string, CliError>; folders: Set<string> }> {
  const failures = new Map<string, CliError>();
  const folders = new Set<string>();
  for (const path of recursive ? paths : []) {
    try {
      if (await isFolder(client, info, id, path)) folders.add(path);
    } catch (error) {
      if (!(error instanceof CliError) || lifetime.signal.aborted) throw error;
      // It is not there, or not to be looked at; the others may be. Whatever else is wrong is so for all of them.
      if (error.options.httpStatus !== 404 && error.options.httpStatus !== 400) throw error;
      failures.set(path, error);
    }
  }
  return { failures, folders };
}

async function isFolder(client: ApiClient, info: PlainOperation, id: string, path: string): Promise<boolean> {
  const found = (await client.call(info, { params: { id }, query: { path } })) as { is_dir?: boolean } | undefined;
  return found?.is_dir === true;
}

/** What refuses a folder says so in its own words; ours is what to type. */
async function explain(error: CliError, path: string, client: ApiClient, all: Deletion): Promise<CliError> {
  if (all.recursive || error.options.httpStatus !== 400) return error;
  const folder = await isFolder(client, all.info, all.id, path).catch(() => false);
  if (!folder) return error;
  return new CliError("failed", `"${path}" is a folder; without -r only files are deleted`, {
    code: "is_folder",
    httpStatus: 400,
    hint: `browserctl browsers fs rm ${all.id} ${posixWord(path)} -r`,
  });
}

function failure({ paths }: Deletion, failures: readonly CliError[]): CliError {
  const [first] = failures;
  if (!first) throw new Error("nothing has failed");
  if (paths.length === 1) return first;
  return new CliError(first.exit, `${count(failures.length, "path")} of ${paths.length} could not be deleted`, {
    code: first.code,
    details: failures.map((error) => ({ code: error.code, message: error.message })),
    hint: first.options.hint,
  });
}

/** The requests of every path: one as it is, several as a list or as lines. With `-r` the look at it comes first. */
async function previews(context: CommandContext, all: Deletion): Promise<Output | undefined> {
  const params = { id: all.id };
  const shown: Output[] = [];
  for (const path of all.paths) {
    const remove = { operation: all.recursive ? all.deleteFolder : all.deleteFile, query: {}, body: { path } };
    const ask = { operation: all.info, query: { path }, body: undefined };
    for (const { operation, query, body } of all.recursive ? [ask, remove] : [remove]) {
      const one = await preview({ ...context, operation }, { params, query, body });
      if (one) shown.push(one);
    }
  }
  return joinPreviews(shown);
}
