import type { Check, Run } from "../../../cli/declare/body.ts";
import type { fsDownload } from "./download.ts";
import { receive } from "./lib/receive.ts";

export const check: Check<typeof fsDownload> = ({ args, flags }) =>
  args.target !== undefined && flags.out !== undefined
    ? [{ path: "--out", message: "cannot be used together with <target>" }]
    : [];

/** Saves a file of a session, or extracts a directory of it. */
export const run: Run<typeof fsDownload> = async (body) => {
  const { path, target } = body.args;
  return receive(body, { id: body.request.params.id, path, target, ...body.flags });
};
