import type { CommandModule } from "./body.ts";
import type { Command, CommandTypes } from "./declaration.ts";
import type { CommandSpec } from "./spec.ts";

/**
 * Returns the command; its types check that the module of its function fits the declaration. Separate from `command`
 * because the types would be circular there.
 */
export function checked<Types extends CommandTypes, Module extends CommandModule<Types> | undefined>(
  each: Command<Types, Module>,
): CommandSpec {
  return each;
}
