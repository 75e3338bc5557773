import type { BodyOf, Check, Run } from "../../../cli/declare/body.ts";
import { dotSegmentProblem } from "../../../cli/input/dot-segment.ts";
import { placeInSession } from "../../../cli/input/session-words.ts";
import { remotePath } from "../../../cli/input/values.ts";
import type { Problem } from "../../../core/errors.ts";
import type { fsCp } from "./cp.ts";
import { receive } from "./lib/receive.ts";
import { sendTo } from "./lib/send.ts";

type Words = Pick<BodyOf<typeof fsCp>, "args">;

/** A path of this machine, or one in a session. */
interface Place {
  readonly session?: string | undefined;
  readonly path: string;
}

export const check: Check<typeof fsCp> = ({ args }) => {
  const sessions = [placeOf(args.source), placeOf(args.target)].flatMap(({ session }) => session ?? []);
  const [id] = sessions;
  if (sessions.length > 1)
    return [{ path: "<target>", message: "is in a session as the source is; copy to this machine, and from here" }];
  if (id === undefined)
    return [
      { path: "<target>", message: "neither of the two is in a session; write one as SESSION:PATH, such as shop:/tmp" },
    ];
  const problem: Problem | undefined = dotSegmentProblem("id", id);
  return problem ? [problem] : [];
};

/** Copies a file or a directory to a session, or from one. */
export const run: Run<typeof fsCp> = async (body) => {
  const { force, progress } = body.flags;
  const { source, target } = placesOf(body);
  if (target.session !== undefined)
    return sendTo(body, { id: target.session, sources: [source.path], target: target.path, progress });
  return receive(body, { id: source.session ?? "", path: source.path, target: target.path, force, progress });
};

function placesOf({ args }: Words): { source: Place; target: Place } {
  return { source: placeOf(args.source), target: placeOf(args.target) };
}

/** Place that a word names; `shop:` is the home directory of the session. */
function placeOf(word: string): Place {
  const { session, path = "" } = placeInSession(word) ?? {};
  return session === undefined ? { path: word } : { session, path: remotePath(path === "" ? "." : path) };
}
