import type { CommandModule } from "./body.ts";
import type { Command, CommandTypes } from "./declaration.ts";
import type { CommandSpec } from "./spec.ts";

/** The command itself; the module of its function has to fit its declaration. Apart from `command`, whose types it would close to a circle. */
export function checked<Types extends CommandTypes, Module extends CommandModule<Types> | undefined>(
  each: Command<Types, Module>,
): CommandSpec {
  return each;
}
