import type { BodyOf, Run } from "../../cli/body.ts";
import { CliError, usageError } from "../../core/errors.ts";
import type { AuthContextResult } from "../../generated/types.ts";
import { parseBaseUrl } from "../../settings/base-url.ts";
import { type ContextEntry, checks, contextEntry, type Settings } from "../../settings/model.ts";
import { updateSettings } from "../../settings/write-settings.ts";
import type { login } from "./login.ts";

type LoginBody = BodyOf<typeof login>;

/** Takes a token, checks it with the service, and only then stores it. */
export const run: Run<typeof login> = async (body) => {
  const { confirm, done, flags, note, settings: own, signal } = body;
  const { paths, resolved, settings } = own;
  const given = resolved.kind === "local" ? undefined : resolved.base_url.value;
  const baseUrl = given ?? (await askBaseUrl(body));
  const name = contextName(own, baseUrl);
  const before = contextEntry(settings, name);
  if (before?.kind === "local") {
    throw new CliError("usage", `"${name}" is the service on this machine, which has its own token`, {
      hint: "browserctl login --context NAME --base-url URL",
    });
  }
  if (before?.base_url !== undefined && before.base_url !== baseUrl) {
    await confirm(`Context "${name}" is for ${before.base_url}. Point it to ${baseUrl}?`, "machine");
  }
  const token = await readToken(body);
  const project = resolved.project.source === "flag" ? resolved.project.value : before?.project;
  const identity = flags.skipCheck ? undefined : await verify(body, baseUrl, token, project);
  await updateSettings(
    paths,
    (stored) => ({
      ...stored,
      current: name,
      contexts: {
        ...stored.contexts,
        [name]: {
          ...entryFor(stored, name, baseUrl),
          kind: "hosted",
          base_url: baseUrl,
          token,
          ...(project !== undefined && { project }),
        },
      },
    }),
    { notice: note, signal },
  );
  if (resolved.token.source === "environment") {
    note(`warning: ${resolved.token.from} is set and overrides the stored token; unset it to use this login`);
  }
  return done(`Logged in to ${baseUrl} as context "${name}"; the token is stored in ${paths.file}.`, {
    context: name,
    base_url: baseUrl,
    stored_in: paths.file,
    checked: identity !== undefined,
    ...(identity?.organization?.id !== undefined && { organization_id: identity.organization.id }),
    ...(identity?.principal?.id !== undefined && { principal_id: identity.principal.id }),
  });
};

/** Asks for the service at a terminal; exit 2 elsewhere. */
async function askBaseUrl({ askText, interactive }: LoginBody): Promise<string> {
  if (!interactive) {
    throw usageError(
      [{ path: "--base-url", message: "is missing" }],
      "browserctl login --base-url https://browsers.example.com",
    );
  }
  return parseBaseUrl(await askText("Base URL of the service", (answer) => problemOf(() => parseBaseUrl(answer))));
}

function problemOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The context that is named, or that already has this base URL, or the host's name. */
function contextName({ resolved, settings }: LoginBody["settings"], baseUrl: string): string {
  if (resolved.context.source === "flag" && resolved.context.value !== undefined) return resolved.context.value;
  const same = Object.entries(settings.contexts).find(
    ([, entry]) => entry.kind === "hosted" && entry.base_url === baseUrl,
  );
  if (same) return same[0];
  return new URL(baseUrl).host.replace(/[^A-Za-z0-9._-]/g, "-").slice(0, 64);
}

/** Members that a context keeps; facts about another service are dropped. */
function entryFor(stored: Settings, name: string, baseUrl: string): Partial<ContextEntry> {
  const { extension_parts, ...kept }: Partial<ContextEntry> = contextEntry(stored, name) ?? {};
  return { ...kept, ...(extension_parts && kept.base_url === baseUrl && { extension_parts }) };
}

async function readToken({ askSecret, flags, read }: LoginBody): Promise<string> {
  const text = flags.tokenStdin
    ? await read("-", "--token-stdin")
    : await askSecret("Token", "the token is missing: pipe it in with --token-stdin");
  const token = text.replace(/\r?\n$/, "");
  const problem = token === "" ? "is empty" : checks.token(token);
  if (problem !== undefined) throw usageError([{ path: "the token", message: problem }]);
  return token;
}

async function verify(
  { at, flags }: LoginBody,
  baseUrl: string,
  token: string,
  project: string | undefined,
): Promise<AuthContextResult> {
  const tokenFrom = flags.tokenStdin ? "--token-stdin" : "the terminal";
  const service = { baseUrl, token, tokenFrom, project, contextName: undefined, kind: "hosted" } as const;
  try {
    return await at(service).call("auth.context");
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const refused = error.options.httpStatus === 401;
    throw new CliError(error.exit, refused ? `${baseUrl} does not accept this token` : error.message, {
      ...error.options,
      hint: refused ? undefined : (error.options.hint ?? "--skip-check stores the token without a check"),
    });
  }
}
