import type { Needs, Result } from "../../../cli/declare/body.ts";
import type { ValuesOf } from "../../../cli/declare/declaration.ts";
import { commandLine } from "../../../core/command-line.ts";
import { CliError } from "../../../core/errors.ts";
import { ReservedFile } from "../../../core/reserved-file.ts";
import type { CreatedApiKey } from "../../../generated/types.ts";
import type { newKeyFlags } from "./key-words.ts";

type NewKeyBody = Needs<
  | ("anyValue" | "cwd" | "defer" | "log" | "maskInCi" | "note" | "previewing")
  | ("selects" | "text" | "tty" | "value" | "wantsValue")
> & { readonly flags: Pick<ValuesOf<typeof newKeyFlags>, "force" | "outFile"> };

/**
 * Creates a key and delivers it once: to a file, to a program as the record, to a pipe as plain text, or to a terminal
 * with a notice. The file is allocated before the key is made.
 */
export async function deliverNewKey(body: NewKeyBody, make: () => Promise<CreatedApiKey>): Promise<Result> {
  const { cwd, defer, flags, previewing } = body;
  const force = flags.force === true;
  const file =
    flags.outFile === undefined || previewing
      ? undefined
      : await ReservedFile.reserve(flags.outFile, { cwd, force, defer, mode: 0o600 });
  let created: CreatedApiKey;
  try {
    created = await make();
  } catch (error) {
    await file?.discard();
    throw error;
  }
  body.maskInCi(created.key);
  return file ? toFile(body, created, file) : toStdout(body, created);
}

async function toFile(body: NewKeyBody, created: CreatedApiKey, file: ReservedFile): Promise<Result> {
  const { key, ...record } = created;
  let path: string;
  try {
    path = await file.write(Buffer.from(`${key}\n`));
  } catch (error) {
    await rescue(body, created);
    throw error instanceof CliError ? withWayOut(error, created) : error;
  }
  body.note(`The key is in ${body.flags.outFile} (mode 0600); it is not shown again.`);
  return body.anyValue({ ...record, out_file: path });
}

function toStdout(body: NewKeyBody, created: CreatedApiKey): Result {
  const { note, selects, text, tty, value, wantsValue } = body;
  const unprinted = (): Promise<void> => rescue(body, created);
  if (wantsValue) {
    if (selects) note(`note: the key is given only now; if this output lacks it: ${nextKey(created)}`);
    return value(created, { unprinted });
  }
  if (!tty.stdout) return text(`${created.key}\n`, { unprinted });
  note("Store the key now: it is not shown again.");
  return value(created, { unprinted });
}

/** Shows a key that could not be delivered to a person at a terminal. assumed: never in a log, which others may read. */
async function rescue({ log, tty }: NewKeyBody, created: CreatedApiKey): Promise<void> {
  const what = `API key ${created.id} was created and could not be delivered`;
  if (tty.stderr) return log(`${what}; it is not shown again:\n${created.key}\n`);
  return log(`${what}; get another one: ${nextKey(created)}\n`);
}

function withWayOut(error: CliError, created: CreatedApiKey): CliError {
  return new CliError(error.exit, error.message, { ...error.options, cause: error, hint: nextKey(created) });
}

/** Command that replaces a key whose text is lost. */
function nextKey({ id }: CreatedApiKey): string {
  return commandLine`api-keys rotate ${id} --grace 0d --yes`;
}
