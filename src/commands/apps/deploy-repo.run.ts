import type { BodyOf, Check, Run } from "../../cli/declare/body.ts";
import { isSource, notEmpty, secondStdinProblem, withoutLineBreak } from "../../cli/input/named-values.ts";
import type { FormPart } from "../../client/form.ts";
import { commandLine } from "../../core/command-line.ts";
import type { Problem } from "../../core/errors.ts";
import { deploymentColumns } from "../deployments/lib/columns.ts";
import type { appsDeployRepo } from "./deploy-repo.ts";
import { appEnv } from "./lib/app-env.ts";
import { followBuild } from "./lib/follow-build.ts";

export const check: Check<typeof appsDeployRepo> = ({ args, flags: { envFile, repoToken } }) => {
  const problems: Problem[] = [];
  if (URL.parse(args.url)?.password) {
    const message = "has a password, which others would see; give it by --repo-token";
    problems.push({ path: "<url>", message });
  }
  if (repoToken !== undefined && !isSource(repoToken)) {
    const message = "needs a source, not the token itself; use @FILE, env:NAME or - for stdin";
    problems.push({ path: "--repo-token", message });
  }
  const sources = [
    { owner: "--repo-token", source: repoToken ?? "" },
    { owner: "--env-file", source: envFile ?? "" },
  ];
  return [...problems, ...secondStdinProblem(sources)];
};

/** Deploys an app from a repository, and follows the deployment to its end (contract 2.17, 3.3). */
export const run: Run<typeof appsDeployRepo> = async (body) => {
  const { flags, rows, upload } = body;
  const form = [...(await parts(body)), ...variables(await appEnv(body))];
  const deployment = await upload("deployments.create", {}, form, { label: "Deploying" });
  if (flags.noFollow !== true) return followBuild(body, deployment.id);
  return rows(deployment, deploymentColumns, { next: [commandLine`deployments tail ${deployment.id}`] });
};

/** The form (contract 0.10): the repository as JSON text. */
async function parts({ args, flags, read, request }: BodyOf<typeof appsDeployRepo>): Promise<FormPart[]> {
  const { entrypoint, path, ref, repoToken } = flags;
  const { force, region, version } = request.body;
  const owner = "--repo-token";
  const token = repoToken === undefined ? undefined : notEmpty(owner, withoutLineBreak(await read(repoToken, owner)));
  const source = {
    type: "github",
    url: args.url,
    ref,
    entrypoint,
    ...(path !== undefined && { path }),
    ...(token !== undefined && { auth: { method: "github_token", token } }),
  };
  return [
    { name: "source", value: JSON.stringify(source), secret: true },
    ...(version === undefined ? [] : [{ name: "version", value: version }]),
    ...(region === undefined ? [] : [{ name: "region", value: region }]),
    ...(force === true ? [{ name: "force", value: "true" }] : []),
  ];
}

function variables(env: Readonly<Record<string, string>>): FormPart[] {
  return Object.entries(env).map(([key, value]) => ({ name: `env_vars[${key}]`, value, secret: true }));
}
