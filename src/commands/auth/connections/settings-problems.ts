import type { InputOf } from "../../../client/operation-types.ts";
import type { Problem } from "../../../core/errors.ts";

interface Given {
  readonly flags: {
    readonly telemetry: boolean | undefined;
    readonly telemetryCategory: object | undefined;
    readonly credentialProvider: string | undefined;
    readonly credentialPath: string | undefined;
    readonly credentialAuto: boolean | undefined;
  };
  readonly request: Pick<InputOf<"authConnections.update">, "body">;
}

/** Problems of typed settings that belong together or exclude each other (spec 2.3, 2.4). */
export function settingsProblems({ flags, request }: Given): Problem[] {
  const problems: Problem[] = [];
  if (flags.telemetry === false && flags.telemetryCategory) {
    problems.push({ path: "--telemetry-category", message: "cannot be used together with --telemetry off" });
  }
  const { provider, path, auto } = request.body?.credential ?? {};
  if (flags.credentialProvider !== undefined && path === undefined && auto === undefined) {
    problems.push({ path: "--credential-provider", message: "needs --credential-path or --credential-auto beside it" });
  }
  if (provider === undefined && (flags.credentialPath !== undefined || flags.credentialAuto !== undefined)) {
    const name = flags.credentialPath === undefined ? "auto" : "path";
    problems.push({ path: `--credential-${name}`, message: "needs --credential-provider beside it" });
  }
  return problems;
}
