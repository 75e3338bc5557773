import type { BodyOf, Check, Run } from "../../../cli/declare/body.ts";
import { remotePath } from "../../../cli/input/values.ts";
import { sendAs, sendTo } from "./lib/send.ts";
import type { fsUpload } from "./upload.ts";

type Words = Pick<BodyOf<typeof fsUpload>, "args" | "flags">;

/** Maximum number of files in one request (contract 2.6). */
const MAX_FILES = 1_000;

export const check: Check<typeof fsUpload> = (words) => {
  const { sources, target } = given(words);
  if (target === undefined) {
    const sentence = "missing argument <target>: the path in the session, behind the files or after --dest";
    return [{ path: "<target>", message: "is missing", kind: "missing", sentence }];
  }
  if (!target.startsWith("/")) {
    const path = words.flags.dest === undefined ? "<target>" : "--dest";
    return [{ path, message: `must be a path in the session, not "${target}"` }];
  }
  if (sources.length > MAX_FILES)
    return [{ path: "<file>", message: `must be at most ${MAX_FILES} files; upload a directory with upload-zip` }];
  return [];
};

/** Uploads files, or a directory, to a session. */
export const run: Run<typeof fsUpload> = async (body) => {
  const { flags, request } = body;
  const { sources, target = "" } = given(body);
  const sending = { id: request.params.id, sources, target, progress: flags.progress };
  return flags.dest === undefined ? sendTo(body, sending) : sendAs(body, sending);
};

/** Sources, and the path in the session: `--dest`, or the last word. */
function given({ args, flags }: Words): { sources: readonly string[]; target: string | undefined } {
  if (flags.dest !== undefined) return { sources: args.file, target: flags.dest };
  const target = args.file.length > 1 ? args.file.at(-1) : undefined;
  return { sources: args.file.slice(0, -1), target: target === undefined ? undefined : remotePath(target) };
}
