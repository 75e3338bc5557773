import { posix } from "node:path";
import type { Run } from "../../cli/body.ts";
import { CliError } from "../../core/errors.ts";
import type { fsDownload } from "./download.ts";

/** Saves a file of a session, under its own name unless another is given. */
export const run: Run<typeof fsDownload> = async ({ args, flags, request, save }) => {
  const { force, progress } = flags;
  const out = flags.out ?? ownName(args.path);
  const what = `"${args.path}"`;
  return save("fs.readFile", request, { out: flags.out, force, progress, target: () => out, binary: true, what });
};

/** Last part of a remote path as a local file name. Exit 2 for one that would name a directory. */
function ownName(path: string): string {
  const name = posix.basename(path);
  if (name !== "" && name !== "." && name !== ".." && !/[\\:]/.test(name)) return name;
  throw new CliError("usage", `"${path}" does not end with a usable file name`, { hint: "add --out FILE" });
}
