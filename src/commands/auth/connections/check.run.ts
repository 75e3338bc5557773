import type { BodyOf, Run } from "../../../cli/declare/body.ts";
import { commandLine } from "../../../core/command-line.ts";
import { CliError } from "../../../core/errors.ts";
import { type Styled, styled } from "../../../core/styled.ts";
import type { LocalCheckLoginResult } from "../../../generated/types.ts";
import { paintState } from "../../../render/palette.ts";
import type { authConnectionsCheck } from "./check.ts";

type CheckBody = BodyOf<typeof authConnectionsCheck>;

/** Checks a connection now; exit 8 when its profile is logged out, 9 when the page does not show the state. */
export const run: Run<typeof authConnectionsCheck> = async (body) => {
  const { call, forPeople, progress, request, text, value } = body;
  const { id } = request.params;
  const checked = await progress("Checking the login", () => call("local.checkLogin", request));
  const failure = failureOf(id, checked);
  if (!forPeople) return value(checked, { failure });
  return text(await checkText(body, checked), { failure });
};

async function checkText({ palette }: CheckBody, checked: LocalCheckLoginResult): Promise<Styled> {
  const colours = await palette();
  const { previous_status: before, status } = checked;
  const painted = (state: string): Styled => paintState(state, colours);
  const states =
    before === status
      ? styled`${painted(status)}, as before`
      : styled`${painted(before)} before, now ${painted(status)}`;
  return styled`${states}: ${meaning(checked)}\n`;
}

function meaning({ result }: LocalCheckLoginResult): string {
  switch (result) {
    case "logged-in":
      return "the website shows the profile as logged in.";
    case "logged-out":
      return "the website asks to log in.";
    case "unknown":
      return "the page does not tell, so the status stays.";
    default:
      return `the result is ${result}, which this version does not know.`;
  }
}

function failureOf(id: string, { result }: LocalCheckLoginResult): CliError | undefined {
  if (result === "logged-in") return undefined;
  if (result === "logged-out") {
    return new CliError("outcome-failed", `the profile of auth connection ${id} is logged out`, {
      code: "logged_out",
      hint: commandLine`auth connections login ${id}`,
    });
  }
  return new CliError("outcome-unknown", `auth connection ${id}: the check found neither a login nor a logout`, {
    code: "check_unknown",
    hint: commandLine`auth connections login ${id}`,
  });
}
