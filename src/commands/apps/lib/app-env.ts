import { parseEnv } from "node:util";
import type { BodyOf } from "../../../cli/declare/body.ts";
import { usageError } from "../../../core/errors.ts";
import type { appsDeploy } from "../deploy.ts";
import type { appsDeployRepo } from "../deploy-repo.ts";

/**
 * Variables of an app: those of `--env`, which override those of `--env-file` (dotenv, as Node reads it). Exit 2 for an
 * invalid name, 10 for a file that cannot be read. An empty value is allowed, with a note.
 */
export async function appEnv(
  body: BodyOf<typeof appsDeploy> | BodyOf<typeof appsDeployRepo>,
): Promise<Record<string, string>> {
  const { flags, note, problems, read, request } = body;
  const typed = request.body.env_vars ?? {};
  const file = flags.envFile;
  if (file === undefined) return noteEmpty(note, typed);
  const text = await read(file === "-" ? "-" : `@${file}`, "--env-file");
  const stored = parseEnv(text.replace(/^\uFEFF/, "")) as Record<string, string>;
  if (Object.keys(stored).length === 0) note(`note: "${file}" has no variables`);
  const env = { ...stored, ...typed };
  const own = (await problems("body", { env_vars: env })).filter(({ path }) => path.startsWith("env_vars"));
  if (own.length > 0) {
    throw usageError(own.map(({ path, message }) => ({ path: path.replace("env_vars", "--env-file"), message })));
  }
  return noteEmpty(note, env);
}

function noteEmpty(note: (text: string) => void, env: Record<string, string>): Record<string, string> {
  const empty = Object.keys(env).filter((name) => env[name]?.trim() === "");
  if (empty.length > 0) note(`note: empty variables: ${empty.join(", ")}`);
  return env;
}
