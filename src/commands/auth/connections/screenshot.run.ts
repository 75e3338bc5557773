import type { Run } from "../../../cli/declare/body.ts";
import { commandLine } from "../../../core/command-line.ts";
import { CliError } from "../../../core/errors.ts";
import { refuseTerminal } from "../../browsers/lib/binary-out.ts";
import type { authConnectionsScreenshot } from "./screenshot.ts";

/** Writes the screenshot of a failed login to `--out`, or to a pipe. */
export const run: Run<typeof authConnectionsScreenshot> = async (tools) => {
  const { args, bytes, call, flags, request } = tools;
  const { force, out } = flags;
  const { params } = request;
  refuseTerminal(tools, out, ["a screenshot", "failed.png"]);
  const kept = await call("local.loginScreenshots", { params });
  const login_id = args.login === undefined ? kept[0]?.id : kept.find(({ id }) => id === args.login)?.id;
  if (login_id === undefined) throw withoutScreenshot(params.id, args.login, kept.length > 0);
  const [found] = await call("local.loginScreenshots", { params, query: { login_id } });
  return bytes(Buffer.from(found?.data ?? "", "base64"), { binary: true, out, force });
};

function withoutScreenshot(id: string, login: string | undefined, hasOthers: boolean): CliError {
  const which = login === undefined ? "no failed login" : `login ${JSON.stringify(login)}`;
  const verb = login === undefined ? "has a screenshot" : "has no screenshot";
  return new CliError("not-found", `${which} of auth connection ${id} ${verb}`, {
    code: "not_found",
    hint: hasOthers ? commandLine`auth connections timeline ${id}` : commandLine`auth connections explain ${id}`,
  });
}
