import type { BodyOf, Check, Result, Run } from "../../../cli/declare/body.ts";
import { CliError } from "../../../core/errors.ts";
import type { ManagedAuthLogin } from "../../../generated/types.ts";
import { openLink } from "../../browsers/lib/open-link.ts";
import { givenProblems, readGiven } from "./lib/given-input.ts";
import { followInLines } from "./lib/login-lines.ts";
import { hintWhenLeft, keepsRunning, runningLogin, startLogin } from "./lib/login-start.ts";
import type { authConnectionsLogin } from "./login.ts";

/** Text for a service that names no hosted page. */
const NO_PAGE = "the service names no hosted page for this login";

type Login = BodyOf<typeof authConnectionsLogin>;

export const check: Check<typeof authConnectionsLogin> = ({ flags, request }) => {
  const problems = givenProblems(flags);
  const wrong = (path: string, other: string): void =>
    void problems.push({ path, message: `cannot be used together with ${other}` });
  const { attach, choice, field, hosted, plain, wait, waitForPerson } = flags;
  if (attach && Object.keys(request.body ?? {}).length > 0) {
    wrong("--attach", "settings of a login: the one that runs has its own");
  }
  const ends = hosted ? "--hosted" : wait === false ? "--no-wait" : undefined;
  if (ends !== undefined) {
    if (field) wrong("--field", ends);
    if (choice) wrong("--choice", ends);
    if (plain) wrong("--plain", ends);
    if (waitForPerson) wrong("--wait-for-person", ends);
  }
  if (wait === false && attach && !hosted) wrong("--no-wait", "--attach");
  if (flags.telemetry === false && flags.telemetryCategory) wrong("--telemetry-category", "--telemetry off");
  return problems;
};

/** Logs in: starts a login, or attaches to the running one, and follows it to its end. */
export const run: Run<typeof authConnectionsLogin> = async (body) => {
  const { client, flags, previewing, request } = body;
  const { id } = request.params;
  // Values of flags are read before the login is started.
  const answers = previewing ? undefined : await readGiven(body);
  const canCancel = async (): Promise<boolean> => (await client()).isLocal;
  const running = flags.attach ? await runningLogin(body) : undefined;
  const started = running ? undefined : await startLogin(body);
  const hostedUrl = started?.hosted_url ?? running?.hosted_url ?? undefined;
  if (hostedUrl !== undefined) body.maskInCi(hostedUrl);
  if (flags.open === true) await openHosted(body, hostedUrl);
  if (flags.hosted || flags.wait === false) return justStarted(body, started, hostedUrl);
  const local = await canCancel();
  const leave = hintWhenLeft(body, () => keepsRunning(id, local));
  const screen = flags.plain || body.wantsValue ? undefined : body.screen("stdout");
  if (screen && answers) {
    const { followInView } = await import("./lib/login-view.run.ts");
    return followInView(body, screen, { answers, started, running, canCancel: local, ended: leave });
  }
  if (!answers) throw new Error("a preview ends at its first call");
  return followInLines(body, answers, leave);
};

async function openHosted(body: Login, url: string | undefined): Promise<void> {
  if (url === undefined) body.note(`note: ${NO_PAGE}`);
  else await openLink(url, body.note);
}

/** Result without following: the started login, or only the address of the hosted page. */
function justStarted(body: Login, started: ManagedAuthLogin | undefined, hostedUrl: string | undefined): Result {
  const { anyValue, flags, record, text, wantsValue } = body;
  if (!flags.hosted && started) return record(started);
  if (hostedUrl === undefined) throw new CliError("failed", NO_PAGE, { code: "no_hosted_page" });
  if (wantsValue) return anyValue(started ?? { id: body.request.params.id, hosted_url: hostedUrl });
  return text(`${hostedUrl}\n`);
}
