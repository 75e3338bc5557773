import { commandLine } from "../../../../core/command-line.ts";
import { CliError } from "../../../../core/errors.ts";
import {
  type InstalledCompletion,
  installCompletion,
  installedCompletions,
} from "../../../completion/lib/installation.ts";
import { homeOf, placeOf } from "../../../completion/lib/places.ts";
import type { Facts } from "../facts.ts";
import { type Check, type Finding, note, ok, warning } from "../finding.ts";

const id = "program.completion";

/** Completion set up by `completion install`: its shells, and if it is of this version. */
export function completionCheck(facts: Facts): Check {
  return {
    area: "program",
    title: "completion",
    id,
    run: async (signal) => {
      try {
        const home = homeOf(facts.env);
        return findings(await installedCompletions(facts.env, home), (shell) => refresh(facts, shell, home, signal));
      } catch (error) {
        if (!(error instanceof CliError)) throw error;
        return [note(id, error.message, error.options.hint)];
      }
    },
  };
}

function findings(
  installed: readonly InstalledCompletion[],
  repair: (shell: InstalledCompletion) => Promise<string>,
): Finding[] {
  const [first, ...others] = installed;
  if (!first) return [note(id, "completion is not installed for any shell", "browserctl completion install")];
  const broken = installed.filter(({ state }) => state !== "current");
  if (broken.length === 0)
    return [ok(id, `completion is installed for ${[first, ...others].map(({ shell }) => shell).join(", ")}`)];
  return broken.map((each) =>
    warning(id, problemOf(each), commandLine`completion install ${each.shell}`, () => repair(each)),
  );
}

function problemOf({ path, shell, startup, state }: InstalledCompletion): string {
  if (state === "unloaded") return `nothing in "${startup}" loads the completion of ${shell}: "${path}"`;
  if (state === "gone") return `"${startup}" loads a completion of ${shell} that is gone: "${path}"`;
  return `the completion of ${shell} is of another version of browserctl: "${path}"`;
}

async function refresh(
  { cwd, defer, env }: Facts,
  { shell }: InstalledCompletion,
  home: string,
  signal: AbortSignal,
): Promise<string> {
  const changes = await installCompletion(shell, await placeOf(shell, env, home), { cwd, defer, home, signal });
  const written = changes.filter(({ action }) => action !== "unchanged").map((change) => `"${change.path}"`);
  return `wrote ${written.join(" and ")}; it works in a new ${shell}`;
}
