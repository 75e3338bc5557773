import type { Run } from "../../cli/declare/body.ts";
import { commandLine } from "../../core/command-line.ts";
import { CliError, usageError } from "../../core/errors.ts";
import { checks, contextEntry } from "../../settings/model.ts";
import { updateSettings } from "../../settings/write-settings.ts";
import type { contextAdd } from "./add.ts";

/** Adds a named service; its token comes with `login`, or from the environment. */
export const run: Run<typeof contextAdd> = async ({ args: { name }, done, settings: own, signal, warn }) => {
  const { paths, resolved } = own;
  const problem = checks.contextName(name);
  if (problem !== undefined) throw usageError([{ path: "<name>", message: problem }]);
  const baseUrl = resolved.base_url.source === "flag" ? resolved.base_url.value : undefined;
  if (baseUrl === undefined) {
    throw usageError(
      [{ path: "--base-url", message: "is missing" }],
      commandLine`context add ${name} --base-url https://browsers.example.com`,
    );
  }
  const project = resolved.project.source === "flag" ? resolved.project.value : undefined;
  await updateSettings(
    paths,
    (stored) => {
      if (contextEntry(stored, name)) {
        throw new CliError("usage", `there is a context "${name}" already`, {
          hint: commandLine`context remove ${name}`,
        });
      }
      return {
        ...stored,
        current: stored.current ?? name,
        contexts: {
          ...stored.contexts,
          [name]: { kind: "hosted", base_url: baseUrl, ...(project !== undefined && { project }) },
        },
      };
    },
    { warn, signal },
  );
  return done(
    `Added context "${name}" for ${baseUrl}.`,
    { context: name, base_url: baseUrl },
    {
      next: [commandLine`login --context ${name}`],
    },
  );
};
