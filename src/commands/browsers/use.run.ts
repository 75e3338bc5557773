import type { Run } from "../../cli/declare/body.ts";
import { naming } from "../../cli/run/consent.ts";
import { chooseSession, SESSION_VARIABLE } from "./lib/current-session.ts";
import type { browsersUse } from "./use.ts";

/** Makes a session that exists the current one of this directory. */
export const run: Run<typeof browsersUse> = async (body) => {
  const { args, call, cwd, done, env, request } = body;
  const session = await call("browsers.get", request);
  const { session_id } = session;
  await chooseSession(body, session_id);
  const overridden = Boolean(env[SESSION_VARIABLE]);
  const shown = naming(args.id_or_name, session);
  const sentence = overridden
    ? `Session ${shown} is now chosen for ${cwd}, but commands here take another one: ${SESSION_VARIABLE} is set.`
    : `Commands in ${cwd} and below it now take session ${shown} where theirs is left out.`;
  return done(sentence, {
    session_id,
    directory: cwd,
    in_use: !overridden,
    ...(overridden && { overridden_by: SESSION_VARIABLE }),
  });
};
