import { commandModules } from "./command-heads.ts";

/** Declarations of all commands, in the order of help. */
export const commands = (await commandModules()).map(({ spec }) => spec);
