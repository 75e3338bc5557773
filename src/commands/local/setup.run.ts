import type { CommandRun } from "../../cli/spec.ts";
export const run: CommandRun = async () => { throw new Error("x"); };
