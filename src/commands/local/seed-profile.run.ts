import type { Run } from "../../cli/declare/body.ts";
import type { LocalFile } from "../../client/form.ts";
import { CliError, type Problem } from "../../core/errors.ts";
import { jsonProblem } from "../../core/json-syntax-error.ts";
import type { ProfileCookie } from "../../profiles/format.ts";
import { readLegacyProfile } from "../../profiles/legacy.ts";
import type { localSeedProfile } from "./seed-profile.ts";

/**
 * Creates a legacy profile (spec 4.12 rule 2) from cookies in the formats of browser add-ons and automation libraries.
 */
export const run: Run<typeof localSeedProfile> = async ({ args, read, record, request, upload }) => {
  const given = args.cookies;
  const text = await read(given === "-" ? "-" : `@${given}`, "<cookies>");
  const shown = given === "-" ? "stdin" : given;
  const content = `${JSON.stringify(legacyProfile(text, shown))}\n`;
  const profile = Buffer.from(content);
  const file: LocalFile = {
    bytes: profile.length,
    filename: "profile.json",
    shownPath: given,
    // The body contains the same secrets as the file.
    source: { text: content },
    open: async function* () {
      yield profile;
    },
  };
  return record(await upload("local.profileImport", request, file, { label: `Importing "${given}"` }));
};

/** Storage state of the given cookies; exit 10 with all problems of the file. */
function legacyProfile(text: string, given: string): object {
  const bare = text.replace(/^\ufeff/, "");
  let value: unknown;
  try {
    value = JSON.parse(bare);
  } catch {
    throw invalid(given, [{ path: given, message: `is not JSON: ${jsonProblem(bare)}` }]);
  }
  // Add-ons export a list. Anything else is treated as storage state, and its problems are found below.
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

/**
 * A cookie in the form of storage state: a domain without a leading dot is a single host, -1 means until the end of the
 * session.
 */
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
