import type { Api, Needs } from "../../../../cli/declare/body.ts";
import { CliError, type Problem } from "../../../../core/errors.ts";
import { siteOf } from "../../../../core/hosts.ts";

interface Given {
  readonly flags: {
    readonly telemetry: boolean | undefined;
    readonly telemetryCategory: object | undefined;
  };
}

/** Problems of typed settings that exclude each other (spec 2.3). */
export function settingsProblems({ flags }: Given): Problem[] {
  const problems: Problem[] = [];
  if (flags.telemetry === false && flags.telemetryCategory) {
    problems.push({ path: "--telemetry-category", message: "cannot be used together with --telemetry off" });
  }
  return problems;
}

type Tools = Pick<Api, "call"> & Needs<"confirm" | "consented">;

/**
 * Asks for consent to log in to a domain with a credential of another domain; exit 11 on no, exit 2 without a terminal.
 * Does not ask when the credential cannot be read: the service refuses it.
 */
export async function confirmCredential(
  { call, confirm, consented }: Tools,
  name: string,
  domain: string,
): Promise<void> {
  if (consented) return;
  const credential = await call("credentials.get", { params: { id_or_name: name } }).catch((error: unknown) => {
    if (error instanceof CliError && (error.options.httpStatus ?? 0) >= 400) return undefined;
    throw error;
  });
  if (!credential || siteOf(credential.domain) === siteOf(domain)) return;
  await confirm(`Use credential ${name}, which is for ${credential.domain}, to log in to ${domain}?`);
}
