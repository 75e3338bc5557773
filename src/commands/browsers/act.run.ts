import type { BodyOf, Check, Run } from "../../cli/declare/body.ts";
import { actVerbs } from "../../contract/agent-parts.ts";
import { MAX_ACT_WAIT_MS, MAX_ACTS, REFERENCE_PATTERN } from "../../contract/limits.ts";
import { SESSION_HOME } from "../../contract/session-home.ts";
import { type CliError, type Problem, usageError } from "../../core/errors.ts";
import { shellWords } from "../../curl-line/shell-words.ts";
import type { LocalActBody, LocalActResult } from "../../generated/types.ts";
import { type browsersAct, LINES, PAGE } from "./act.ts";
import { refusal, workIn } from "./lib/agent-calls.ts";

type ActBody = BodyOf<typeof browsersAct>;
type Act = LocalActBody["acts"][number];
type ActResult = LocalActResult["results"][number];

const REFERENCE = new RegExp(REFERENCE_PATTERN);
/** Verbs that may be for the whole page. */
const ofPage = ["press", "scroll"];
const withoutValue = ["click", "dblclick", "check", "uncheck", "hover"];

export const check: Check<typeof browsersAct> = ({ args, flags }) => {
  if ((flags.wait ?? 0) > MAX_ACT_WAIT_MS)
    return [{ path: "--wait", message: `must be at most ${MAX_ACT_WAIT_MS / 1_000}s` }];
  if (args.verb === LINES)
    return args.ref === undefined ? [] : [{ path: "<ref>", message: "is not for acts from stdin" }];
  return actProblems(
    [args.verb, ...(args.ref === undefined ? [] : [args.ref]), ...args.values],
    flags.secret !== undefined,
  );
};

/** Does the acts and prints what each has changed. Exit 8 with the code of the act that was refused. */
export const run: Run<typeof browsersAct> = async (tools) => {
  const { anyValue, request, text, wantsValue } = tools;
  const { id } = request.params;
  const acts = await actsOf(tools);
  const { results } = await workIn(tools, id, "act", { acts });
  const last = results.at(-1);
  if (last && !last.ok) throw refused(id, results, acts, last);
  return wantsValue ? anyValue({ results }) : text(`${results.map((result) => result.text).join("\n")}\n`);
};

function refused(id: string, results: readonly ActResult[], acts: readonly Act[], last: ActResult): CliError {
  const done = results.slice(0, -1).map((result) => result.text);
  const place = acts.length > 1 ? `act ${results.length} of ${acts.length}: ` : "";
  return refusal(id, last, [...done, `${place}${last.text}`].join("\n"), { results });
}

async function actsOf(tools: ActBody): Promise<Act[]> {
  const { args, flags, read } = tools;
  const common = {
    ...(flags.wait !== undefined && { wait_ms: flags.wait }),
    ...(flags.force && { force: true }),
  };
  if (args.verb === LINES) return (await linesOf(tools)).map((words) => ({ ...actOf(words), ...common }));
  const words = [args.verb, ...(args.ref === undefined ? [] : [args.ref]), ...args.values];
  if (flags.secret === undefined) return [{ ...actOf(words), ...common }];
  const value = await read(flags.secret, "--secret");
  return [{ ...actOf(words), value, secret: true, ...common }];
}

/** Words of each act of stdin. Exit 2 with every line that is none. */
async function linesOf({ read }: ActBody): Promise<string[][]> {
  const text = await read("-", "-");
  const problems: Problem[] = [];
  const acts: string[][] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
    const words = shellWords(line.trim(), "act").map((parts) => parts.map((part) => String(part)).join(""));
    for (const { message, path } of actProblems(words, false))
      problems.push({ path: `line ${at + 1}: ${path}`, message });
    acts.push(words);
  }
  if (acts.length === 0) problems.push({ path: "stdin", message: "has no acts; write one a line, such as: click e12" });
  if (acts.length > MAX_ACTS)
    problems.push({ path: "stdin", message: `has ${acts.length} acts; ${MAX_ACTS} are possible` });
  if (problems.length > 0) throw usageError(problems, "browserctl browsers act --help");
  return acts;
}

function actProblems([verb = "", ref, ...values]: readonly string[], isSecret: boolean): Problem[] {
  const problems: Problem[] = [];
  if (!(actVerbs as readonly string[]).includes(verb)) {
    problems.push({ path: "<verb>", message: `must be one of ${actVerbs.join(", ")}, not "${verb}"` });
    return problems;
  }
  if (ref === undefined) problems.push({ path: "<ref>", message: "is missing; browsers snapshot shows references" });
  else if (ref === PAGE && !ofPage.includes(verb)) {
    problems.push({ path: "<ref>", message: `must be a reference such as e12: ${verb} is not for the page` });
  } else if (ref !== PAGE && !REFERENCE.test(ref)) {
    if (ofPage.includes(verb)) {
      // The value stands in the place of the reference.
      const meant = [verb, PAGE, ref, ...values].join(" ");
      return [{ path: "<ref>", message: `must be a reference such as e12, or ${PAGE}, not "${ref}": ${meant}` }];
    }
    problems.push({ path: "<ref>", message: `must be a reference such as e12, not "${ref}"` });
  }
  problems.push(...valueProblems(verb, values, isSecret));
  return problems;
}

function valueProblems(verb: string, values: readonly string[], isSecret: boolean): Problem[] {
  const wrong = (message: string): Problem[] => [{ path: "<value>", message }];
  const isText = verb === "fill" || verb === "type";
  if (isSecret && !isText) return [{ path: "--secret", message: "is for fill and type" }];
  if (isSecret) return values.length > 0 ? wrong("cannot be given with --secret") : [];
  if (withoutValue.includes(verb)) return values.length > 0 ? wrong(`is not for ${verb}`) : [];
  if (isText && values.length !== 1) return wrong(values.length === 0 ? "is missing" : "is one text; put it in quotes");
  if (verb === "drag" && !(values.length === 1 && REFERENCE.test(values[0] ?? "")))
    return wrong("must be the reference to drag to");
  return values.length === 0 && verb !== "scroll" ? wrong("is missing") : [];
}

function actOf([verb, ref, ...values]: readonly string[]): Act {
  return {
    verb: verb as Act["verb"],
    ...(ref !== PAGE && ref !== undefined && { ref }),
    ...(values.length > 0 && { value: typedValue(verb, values) }),
  };
}

function typedValue(verb: string | undefined, values: readonly string[]): string | string[] {
  if (verb === "fill" || verb === "type" || verb === "scroll") return values.join(" ");
  // A relative path is below the home, as for browsers fs.
  if (verb === "upload") return values.map((path) => (path.startsWith("/") ? path : `${SESSION_HOME}/${path}`));
  return [...values];
}
