import { parseEnv } from "node:util";
import { checkRequest } from "../../cli/check-request.ts";
import type { CommandContext } from "../../cli/context.ts";
import { readSource } from "../../cli/source.ts";
import { usageError } from "../../core/errors.ts";

/**
 * The variables of an app: those of `--env`, before those of `--env-file` (dotenv, as Node reads it). Exit 2 for a name
 * that is none, 10 for a file that cannot be read. An empty value is no error, and said.
 */
export async function appEnv(context: CommandContext): Promise<Record<string, string>> {
  const { flags, io, lifetime, operation, request } = context;
  const typed = (request.body?.["env_vars"] ?? {}) as Record<string, string>;
  const file = flags["env-file"] as string | undefined;
  if (file === undefined) return said(context, typed);
  const text = await readSource(file === "-" ? "-" : `@${file}`, "--env-file", io, lifetime.signal);
  const read = parseEnv(text.replace(/^\uFEFF/, "")) as Record<string, string>;
  if (Object.keys(read).length === 0) io.note(`note: "${file}" has no variables`);
  const env = { ...read, ...typed };
  const problems = operation ? await checkRequest(operation, "body", { env_vars: env }) : [];
  const own = problems.filter(({ path }) => path.startsWith("env_vars"));
  if (own.length > 0) {
    throw usageError(own.map(({ path, message }) => ({ path: path.replace("env_vars", "--env-file"), message })));
  }
  return said(context, env);
}

function said({ io }: CommandContext, env: Record<string, string>): Record<string, string> {
  const empty = Object.keys(env).filter((name) => env[name]?.trim() === "");
  if (empty.length > 0) io.note(`note: empty: ${empty.join(", ")}`);
  return env;
}
