import { askSecret, askText } from "../../cli/confirm.ts";
import type { CommandContext } from "../../cli/context.ts";
import { readSource } from "../../cli/source.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { CliError, usageError } from "../../core/errors.ts";
import { parseBaseUrl } from "../../settings/base-url.ts";
import { type ContextEntry, checks, contextEntry, type Settings } from "../../settings/model.ts";
import { updateSettings } from "../../settings/write-settings.ts";

interface AuthContext {
  organization?: { id?: string };
  principal?: { id?: string; type?: string };
  authorization?: { effective_scope?: { project_id?: string | null } };
}

/** Takes a token, checks it with the service, and only then stores it. */
export const run: CommandRun = async (context) => {
  const { io, flags, resolved, settings, paths, lifetime } = context;
  const given = resolved.kind === "local" ? undefined : resolved.base_url.value;
  const baseUrl = given ?? (await askBaseUrl(context));
  const name = contextName(context, baseUrl);
  const before = contextEntry(settings, name);
  if (before?.kind === "local") {
    throw new CliError("usage", `"${name}" is the service on this machine, which has its own token`, {
      hint: "browserctl login --context NAME --base-url URL",
    });
  }
  if (before?.base_url !== undefined && before.base_url !== baseUrl) {
    await context.confirm(`Context "${name}" is for ${before.base_url}. Point it to ${baseUrl}?`);
  }
  const token = await readToken(context);
  const project = context.resolved.project.source === "flag" ? resolved.project.value : before?.project;
  const who = flags["skip-check"] === true ? undefined : await verify(context, baseUrl, token, project);
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
    { notice: (text) => io.note(text), signal: lifetime.signal },
  );
  if (resolved.token.source === "environment") {
    io.note(`warning: ${resolved.token.from} is set and wins over the stored token; unset it to use this login`);
  }
  return {
    kind: "done",
    sentence: `Logged in to ${baseUrl} as context "${name}"; the token is stored in ${paths.file}.`,
    value: {
      context: name,
      base_url: baseUrl,
      stored_in: paths.file,
      checked: who !== undefined,
      ...(who?.organization?.id !== undefined && { organization_id: who.organization.id }),
      ...(who?.principal?.id !== undefined && { principal_id: who.principal.id }),
    },
  };
};

/** Asks for the service at a terminal; exit 2 elsewhere. */
async function askBaseUrl({ io, lifetime }: CommandContext): Promise<string> {
  if (!io.interactive) {
    throw usageError(
      [{ path: "--base-url", message: "is missing" }],
      "browserctl login --base-url https://browsers.example.com",
    );
  }
  const text = await askText(
    "Base URL of the service",
    (answer) => problemOf(() => parseBaseUrl(answer)),
    io,
    lifetime.signal,
  );
  return parseBaseUrl(text);
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
function contextName({ resolved, settings }: CommandContext, baseUrl: string): string {
  if (resolved.context.source === "flag" && resolved.context.value !== undefined) return resolved.context.value;
  const same = Object.entries(settings.contexts).find(
    ([, entry]) => entry.kind === "hosted" && entry.base_url === baseUrl,
  );
  if (same) return same[0];
  return new URL(baseUrl).host.replace(/[^A-Za-z0-9._-]/g, "-").slice(0, 64);
}

/** What is kept of a context; what was found out about a service is not true of another one. */
function entryFor(stored: Settings, name: string, baseUrl: string): Partial<ContextEntry> {
  const { extension_parts, ...kept }: Partial<ContextEntry> = contextEntry(stored, name) ?? {};
  return { ...kept, ...(extension_parts && kept.base_url === baseUrl && { extension_parts }) };
}

async function readToken(context: CommandContext): Promise<string> {
  const { io, lifetime, flags } = context;
  const text =
    flags["token-stdin"] === true
      ? await readSource("-", "--token-stdin", io, lifetime.signal)
      : await askSecret("Token", "the token is missing: pipe it in with --token-stdin", io, lifetime.signal);
  const token = text.replace(/\r?\n$/, "");
  const problem = token === "" ? "is empty" : checks.token(token);
  if (problem !== undefined) throw usageError([{ path: "the token", message: problem }]);
  return token;
}

async function verify(
  context: CommandContext,
  baseUrl: string,
  token: string,
  project: string | undefined,
): Promise<AuthContext> {
  const tokenFrom = context.flags["token-stdin"] === true ? "--token-stdin" : "the terminal";
  const service = { baseUrl, token, tokenFrom, project, contextName: undefined, kind: "hosted" } as const;
  const client = await context.client({ service });
  const operation = await context.loadOperation("auth.context");
  try {
    return (await client.call(operation)) as AuthContext;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const refused = error.options.httpStatus === 401;
    throw new CliError(error.exit, refused ? `${baseUrl} does not accept this token` : error.message, {
      ...error.options,
      hint: refused ? undefined : (error.options.hint ?? "--skip-check stores the token without asking"),
    });
  }
}
