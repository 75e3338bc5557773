import { groups } from "../commands/groups.ts";
import { operations } from "../contract/index.ts";
import type { PlainOperation } from "../contract/plain.ts";
import { commands } from "./all-commands.ts";
import { bashCompletion } from "./completions/bash.ts";
import { fishCompletion } from "./completions/fish.ts";
import { completionModel } from "./completions/model.ts";
import { powershellCompletion } from "./completions/powershell.ts";
import { zshCompletion } from "./completions/zsh.ts";

/**
 * The completion scripts by their path below the project's directory. They contain words, flags and fixed values, and
 * ask browserctl only for values of the service or the settings.
 */
export function completionScripts(): ReadonlyMap<string, string> {
  const plain = JSON.parse(JSON.stringify(operations)) as readonly PlainOperation[];
  const model = completionModel(commands, plain, groups);
  return new Map([
    ["completions/browserctl.bash", bashCompletion(model)],
    ["completions/_browserctl", zshCompletion(model)],
    ["completions/browserctl.fish", fishCompletion(model)],
    ["completions/browserctl.ps1", powershellCompletion(model)],
  ]);
}
