import { preview } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import { openDownload, restartWhenChanged, saveFlags } from "../../cli/download.ts";
import { localFile } from "../../cli/local-file.ts";
import { stdoutPalette } from "../../cli/print.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { archiveFailure, withTempFolder } from "../../cli/staging.ts";
import type { Io } from "../../core/io.ts";
import { sanitizeLine } from "../../core/sanitize.ts";
import { inspectProfile, type ProfileSummary } from "../../profiles/inspect.ts";
import { count, humanBytes } from "../../render/sentence.ts";

/** Looks into a profile of the service, or into a file. */
export const run: CommandRun = async (context) => {
  const word = context.args[0] ?? "";
  const isFile = /[/\\]/.test(word) || /\.(zst|tar|json)$/.test(word);
  if (word === "-") return shown(context, await lookAt(context, "stdin", context.io.takeStdin("<profile|file>")));
  if (isFile) return shown(context, await lookAt(context, word, (await localFile(word, context.io.cwd)).open()));
  const operation = await context.loadOperation("profiles.download");
  const request = { params: { id_or_name: word }, query: {}, body: undefined };
  const previewed = await preview({ ...context, operation }, request);
  if (previewed) return previewed;
  const client = await context.client();
  const what = `profile "${word}"`;
  const summary = await restartWhenChanged(context, what, async () => {
    const { bytes, end } = await openDownload(
      context,
      { client, request: client.request(operation, request) },
      { ...saveFlags(context.flags), what },
    );
    return lookAt(context, word, bytes).finally(end);
  });
  return shown(context, summary);
};

function lookAt(context: CommandContext, word: string, bytes: AsyncIterable<Uint8Array>): Promise<ProfileSummary> {
  return withTempFolder(context.lifetime, (folder) =>
    inspectProfile(bytes, folder).catch((error) => {
      context.lifetime.signal.throwIfAborted();
      throw archiveFailure("read", word, error);
    }),
  );
}

/** For people a page of text; for machines the record. */
async function shown({ globals, io }: CommandContext, summary: ProfileSummary): Promise<Output> {
  const plain = globals.output === "text" && globals.query === undefined && globals.fields === undefined;
  if (!plain) return { kind: "value", value: summary };
  return { kind: "text", text: await page(summary, io) };
}

async function page(summary: ProfileSummary, io: Io): Promise<string> {
  const { format, bytes, unpacked_bytes, files, browser, saved_at, cookies, origins } = summary;
  const unpacked =
    unpacked_bytes === undefined ? "" : `, ${humanBytes(unpacked_bytes)} in ${count(files ?? 0, "file")} unpacked`;
  const lines = [`${format}, ${humanBytes(bytes)}${unpacked}`];
  if (browser !== undefined) lines.push(`saved by ${browser}${saved_at === undefined ? "" : ` at ${saved_at}`}`);
  const total = cookies.reduce((sum, domain) => sum + domain.count, 0);
  lines.push("", total === 0 ? "no cookies" : `${count(total, "cookie")} of ${count(cookies.length, "domain")}`);
  const domains = cookies.map(({ domain, count: number, session, first_expiry, last_expiry }) => [
    domain,
    String(number),
    session === 0 ? "" : String(session),
    day(first_expiry),
    day(last_expiry),
  ]);
  const text = lines.map(sanitizeLine);
  text.push(...(await table(["domain", "cookies", "session", "first expiry", "last expiry"], domains, io)));
  text.push("", origins.length === 0 ? "no storage" : `storage of ${count(origins.length, "origin")}`);
  const kinds = origins.map(({ origin, storage }) => [origin, storage.join(", ")]);
  text.push(...(await table(["origin", "storage"], kinds, io)));
  return `${text.join("\n")}\n`;
}

/** Without its time, which nobody plans by. */
function day(time: string | undefined): string {
  return time?.slice(0, 10) ?? "";
}

/** Rows under a heading, as every table has them; none where there are no rows. */
async function table(heading: readonly string[], rows: readonly (readonly string[])[], io: Io): Promise<string[]> {
  if (rows.length === 0) return [];
  const { tableLines } = await import("../../render/table.ts");
  const width = io.tty.stdout ? io.width : Number.POSITIVE_INFINITY;
  const { heading: styleHeading } = await stdoutPalette(io);
  return tableLines(rows, { heading: heading.map((title) => title.toUpperCase()), width, styleHeading });
}
