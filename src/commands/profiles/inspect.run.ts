import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { preview } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import { beginAgain, openDownload } from "../../cli/download.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { archiveFailure, withTempFolder } from "../../cli/staging.ts";
import { sanitizeLine } from "../../core/sanitize.ts";
import { inspectProfile, type ProfileSummary } from "../../profiles/inspect.ts";
import { count, humanBytes } from "../../render/sentence.ts";

/** Looks into a profile of the service, or into a file. */
export const run: CommandRun = async (context) => {
  const word = context.args[0] ?? "";
  const isFile = /[/\\]/.test(word) || /\.(zst|tar|json)$/.test(word);
  if (isFile) return shown(context, await lookAt(context, word, createReadStream(resolve(context.io.cwd, word))));
  const operation = await context.loadOperation("profiles.download");
  const request = { params: { id_or_name: word }, query: {}, body: undefined };
  const previewed = await preview({ ...context, operation }, request);
  if (previewed) return previewed;
  const client = await context.client();
  const what = `profile "${word}"`;
  const summary = await beginAgain(context, what, async () => {
    const { bytes, end } = await openDownload(context, client.request(operation, request), what);
    return lookAt(context, word, bytes).finally(end);
  });
  return shown(context, summary);
};

function lookAt(context: CommandContext, word: string, bytes: AsyncIterable<Uint8Array>): Promise<ProfileSummary> {
  return withTempFolder(context, (folder) =>
    inspectProfile(bytes, folder).catch((error) => {
      context.lifetime.signal.throwIfAborted();
      throw archiveFailure("read", word, error);
    }),
  );
}

/** For people a page of text; for machines the record. */
function shown({ globals }: CommandContext, summary: ProfileSummary): Output {
  const plain = globals.output === "text" && globals.query === undefined && globals.fields === undefined;
  return plain ? { kind: "text", text: page(summary) } : { kind: "value", value: summary };
}

function page(summary: ProfileSummary): string {
  const { format, bytes, unpacked_bytes, files, browser, saved_at, cookies, origins } = summary;
  const unpacked =
    unpacked_bytes === undefined ? "" : `, ${humanBytes(unpacked_bytes)} in ${count(files ?? 0, "file")} unpacked`;
  const lines = [`${format}, ${humanBytes(bytes)}${unpacked}`];
  if (browser !== undefined) lines.push(`saved by ${browser}${saved_at === undefined ? "" : ` at ${saved_at}`}`);
  const total = cookies.reduce((sum, domain) => sum + domain.count, 0);
  lines.push("", total === 0 ? "no cookies" : `${count(total, "cookie")} of ${count(cookies.length, "domain")}:`);
  for (const { domain, count: number, session, first_expiry, last_expiry } of cookies) {
    const until = first_expiry === last_expiry ? first_expiry : `${first_expiry} to ${last_expiry}`;
    const facts = [
      String(number),
      ...(session > 0 ? [`${session} without an expiry`] : []),
      ...(first_expiry === undefined ? [] : [`until ${until}`]),
    ];
    lines.push(`  ${domain}  ${facts.join(", ")}`);
  }
  lines.push("", origins.length === 0 ? "no storage" : `storage of ${count(origins.length, "origin")}:`);
  for (const { origin, storage } of origins) {
    lines.push(`  ${origin}  ${storage.map((kind) => kind.replaceAll("_", " ")).join(", ")}`);
  }
  if (!summary.local_storage_complete) lines.push("", "there may be more origins with local storage");
  return `${lines.map(sanitizeLine).join("\n")}\n`;
}
