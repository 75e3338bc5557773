import type { CommandRun } from "../../cli/spec.ts";
import { CliError, usageError } from "../../core/errors.ts";
import { checks, contextEntry } from "../../settings/model.ts";
import { updateSettings } from "../../settings/write-settings.ts";

/** Adds a named service; its token comes with `login`, or from the environment. */
export const run: CommandRun = async ({ args, resolved, paths, io, lifetime }) => {
  const name = args[0] ?? "";
  const problem = checks.contextName(name);
  if (problem !== undefined) throw usageError([{ path: "<name>", message: problem }]);
  const baseUrl = resolved.base_url.source === "flag" ? resolved.base_url.value : undefined;
  if (baseUrl === undefined) {
    throw usageError(
      [{ path: "--base-url", message: "is missing" }],
      `browserctl context add ${name} --base-url https://browsers.example.com`,
    );
  }
  const project = resolved.project.source === "flag" ? resolved.project.value : undefined;
  await updateSettings(
    paths,
    (stored) => {
      if (contextEntry(stored, name)) {
        throw new CliError("usage", `there is a context "${name}" already`, {
          hint: `browserctl context remove ${name}`,
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
    { notice: (text) => io.note(text), signal: lifetime.signal },
  );
  io.note(`next: browserctl login --context ${name}`);
  return {
    kind: "done",
    sentence: `Added context "${name}" for ${baseUrl}.`,
    value: { context: name, base_url: baseUrl },
  };
};
