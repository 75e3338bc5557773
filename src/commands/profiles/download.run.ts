import { resolve } from "node:path";
import { type ArchiveKind, archiveKind } from "../../archive/archive-kind.ts";
import { extractTar } from "../../archive/read-tar.ts";
import { unzstd } from "../../archive/zstd-frames.ts";
import { preview } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import { openDownload, restartWhenChanged, saveDownload } from "../../cli/download.ts";
import { newFolder } from "../../cli/new-folder.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { archiveFailure } from "../../cli/staging.ts";
import { storedName } from "../../cli/stored-name.ts";
import type { RawRequest } from "../../client/call.ts";
import { CliError } from "../../core/errors.ts";
import { humanBytes } from "../../render/sentence.ts";

const endings: Readonly<Record<ArchiveKind, string>> = {
  zstd: ".tar.zst",
  tar: ".tar",
  json: ".json",
  zip: ".zip",
  unknown: ".bin",
};

/** Saves what a profile has saved, as the file it is (spec 4.12). */
export const run: CommandRun = async (context) => {
  const shown = await preview(context);
  if (shown) return shown;
  const { flags, args, io, operation, request } = context;
  if (!operation) throw new Error("profiles download is a call");
  if (flags["out"] !== undefined && flags["extract"] !== undefined) {
    throw new CliError("usage", "--extract: cannot be used together with --out");
  }
  const client = await context.client();
  const raw = client.request(operation, request);
  if (flags["extract"] !== undefined) return extract(context, raw, String(flags["extract"]));
  const name = flags["out"] === undefined ? await storedName(context, "profiles.get", "profile") : undefined;
  const asked = request.query["format"];
  return saveDownload(context, {
    request: raw,
    target: (start) => {
      const kind = archiveKind(start);
      if (kind === "json" && asked !== undefined) {
        io.note("note: this is a legacy profile: it is JSON whatever format is asked for");
      }
      return name === undefined ? String(flags["out"]) : `${name}${endings[kind]}`;
    },
    binary: true,
    // It holds logins.
    mode: 0o600,
    what: `profile "${args[0]}"`,
    extra: (start) => ({ format: endings[archiveKind(start)].slice(1) }),
  });
};

async function extract(context: CommandContext, request: RawRequest, dir: string): Promise<Output> {
  const { io, lifetime, args } = context;
  const what = `profile "${args[0]}"`;
  return restartWhenChanged(context, what, () =>
    newFolder(context, dir, async (staging) => {
      const { start, bytes, end } = await openDownload(context, request, what);
      try {
        const kind = archiveKind(start);
        if (kind === "json") {
          throw new CliError("usage", `${what} is a legacy profile: JSON, and nothing to extract`, {
            hint: `browserctl profiles download ${args[0]}`,
          });
        }
        const tar = kind === "zstd" ? unzstd(bytes) : bytes;
        const sums = await extractTar(tar, staging, { signal: lifetime.signal });
        return {
          kind: "done",
          sentence: `Extracted ${sums.entries} entries to ${dir} (${humanBytes(sums.bytes)}).`,
          value: { path: resolve(io.cwd, dir), ...sums },
        };
      } catch (error) {
        lifetime.signal.throwIfAborted();
        throw archiveFailure("extract", `profile ${args[0]}`, error);
      } finally {
        await end();
      }
    }),
  );
}
