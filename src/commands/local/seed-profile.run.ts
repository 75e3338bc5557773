import { readSource } from "../../cli/source.ts";
import type { CommandRun } from "../../cli/spec.ts";
import type { LocalFile } from "../../client/form.ts";
import { CliError, type Problem } from "../../core/errors.ts";
import { jsonSyntaxError } from "../../core/json-syntax-error.ts";
import type { ProfileCookie } from "../../profiles/format.ts";
import { readLegacyProfile } from "../../profiles/legacy.ts";
import { sendProfile } from "../profiles/send-profile.ts";

/** Makes a legacy profile (spec 4.12 rule 2) out of cookies, as browser add-ons and automation libraries write them. */
export const run: CommandRun = async (context) => {
  const { args, request, io, lifetime } = context;
  const given = args[0] ?? "";
  const text = await readSource(given === "-" ? "-" : `@${given}`, "<cookies>", io, lifetime.signal);
  const shown = given === "-" ? "stdin" : given;
  const content = `${JSON.stringify(legacyProfile(text, shown))}\n`;
  const profile = Buffer.from(content);
  // The body is made from the file, and contains the same secrets.
  const source = { text: content };
  const file: LocalFile = {
    bytes: profile.length,
    filename: "profile.json",
    shownPath: given,
    source,
    open: async function* () {
      yield profile;
    },
  };
  return sendProfile(context, given, String(request.query["name"]), async () => file, { shownPath: given, source });
};

/** Storage state: what is written to a legacy profile. */
function legacyProfile(text: string, given: string): object {
  const bare = text.replace(/^\ufeff/, "");
  let value: unknown;
  try {
    value = JSON.parse(bare);
  } catch {
    const { line, column, message } = jsonSyntaxError(bare);
    throw invalid(given, [{ path: given, message: `is not JSON: line ${line}, column ${column}: ${message}` }]);
  }
  // A bare list is what add-ons export; anything else is storage state, or wrong in a way that is told there.
  const result = readLegacyProfile(JSON.stringify(Array.isArray(value) ? { cookies: value } : value));
  if ("problems" in result) {
    const place = (problem: string): string => (Array.isArray(value) ? problem.replace(/^cookies(?=\[)/, "") : problem);
    throw invalid(
      given,
      result.problems.map((problem) => ({ path: given, message: place(problem) })),
    );
  }
  const { cookies, origins } = result.profile;
  if (cookies.length + origins.length === 0) {
    throw invalid(given, [{ path: given, message: "has neither a cookie nor storage in it" }]);
  }
  return { cookies: cookies.map(storedCookie), origins };
}

/** A cookie as storage state has it: a domain without a dot is one host alone, -1 is the end of the session. */
function storedCookie({ url, domain, expires, ...cookie }: ProfileCookie): object {
  const host = domain ?? (url === undefined ? undefined : new URL(url).hostname);
  return { ...cookie, domain: host, expires: expires ?? -1 };
}

function invalid(given: string, problems: readonly Problem[]): CliError {
  const [first] = problems;
  const message =
    problems.length === 1 && first
      ? `${first.path}: ${first.message}`
      : `${problems.length} problems with the cookies in ${given}`;
  return new CliError("local-file", message, { problems, code: "invalid_profile" });
}
