import type { Run } from "../cli/declare/body.ts";
import { commandHeads } from "../generated/commands.ts";
import { skillGuide } from "./skill/lib/guide.ts";
import type { skill } from "./skill.ts";

/** Prints the guide. */
export const run: Run<typeof skill> = async ({ text }) => text(await skillGuide(commandHeads), { content: true });
