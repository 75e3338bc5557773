import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { localFile } from "../../cli/transfer/local-file.ts";
import { archiveFailure, withTempDirectory } from "../../cli/transfer/staging.ts";
import { Styled } from "../../core/styled.ts";
import { inspectProfile, type ProfileSummary } from "../../profiles/inspect.ts";
import { count, humanBytes } from "../../render/sentence.ts";
import type { profilesInspect } from "./inspect.ts";

type Inspect = BodyOf<typeof profilesInspect>;

/** Summarises a profile of the service, or a file: a page of text for people, the record for programs. */
export const run: Run<typeof profilesInspect> = async (body) => {
  const summary = await summaryOf(body, body.args.source);
  return body.wantsValue && !body.forPeople ? body.value(summary) : body.text(await page(summary, body));
};

async function summaryOf(body: Inspect, word: string): Promise<ProfileSummary> {
  const { cwd, flags, open, readBytes, restartWhenChanged } = body;
  if (word === "-") return inspect(body, "stdin", readBytes("-", "<profile|file>"));
  const isFile = /[/\\]/.test(word) || /\.(zst|tar|json)$/.test(word);
  if (isFile) return inspect(body, word, (await localFile(word, cwd)).open());
  const what = `profile "${word}"`;
  return restartWhenChanged(what, async () => {
    const { bytes, end } = await open(
      "profiles.download",
      { params: { id_or_name: word } },
      { what, progress: flags.progress },
    );
    return inspect(body, word, bytes).finally(end);
  });
}

function inspect(body: Inspect, word: string, bytes: AsyncIterable<Uint8Array>): Promise<ProfileSummary> {
  return withTempDirectory(body, (directory) =>
    inspectProfile(bytes, directory).catch((error) => {
      body.signal.throwIfAborted();
      throw archiveFailure("read", word, error);
    }),
  );
}

type Style = Pick<Inspect, "palette" | "width">;

async function page(summary: ProfileSummary, style: Style): Promise<Styled> {
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
  const storage = origins.length === 0 ? "no storage" : `storage of ${count(origins.length, "origin")}`;
  const kinds = origins.map(({ origin, storage }) => [origin, storage.join(", ")]);
  return Styled.lines([
    ...lines.map(Styled.line),
    ...(await table(["domain", "cookies", "session", "first expiry", "last expiry"], domains, style)),
    "",
    storage,
    ...(await table(["origin", "storage"], kinds, style)),
  ]);
}

/** Day of a time; empty where there is none. */
function day(time: string | undefined): string {
  return time?.slice(0, 10) ?? "";
}

/** Lines of a table; none where there are no rows. */
async function table(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  { palette, width }: Style,
): Promise<Styled[]> {
  if (rows.length === 0) return [];
  const { tableLines } = await import("../../render/table.ts");
  const { heading: styleHeading } = await palette();
  return tableLines(rows, { heading: heading.map((title) => title.toUpperCase()), width, styleHeading });
}
