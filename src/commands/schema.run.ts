import type { Run } from "../cli/declare/body.ts";
import { loadOperation } from "../cli/declare/operations.ts";
import type { CommandHead } from "../cli/declare/spec.ts";
import { type CommandSchema, commandSchema } from "../cli/help/command-schema.ts";
import { didYouMean } from "../cli/route/suggest.ts";
import { withoutAlias } from "../cli/route/verb-aliases.ts";
import { CliError } from "../core/errors.ts";
import { commandHeads } from "../generated/commands.ts";
import type { schema } from "./schema.ts";

/** Prints the schemas of one command, of a group's commands, or of all. */
export const run: Run<typeof schema> = async ({ anyValue, args }) => {
  const words = args.command.join(" ");
  const names = commandHeads.map((head) => head.words);
  const meant = names.includes(words) ? words : withoutAlias(words, names);
  const one = commandHeads.find((head) => head.words === meant || head.aliases?.includes(words));
  if (one) return anyValue(await schemaOf(one), { format: "json" });
  const several = commandHeads.filter((head) => words === "" || head.words.startsWith(`${words} `));
  if (several.length > 0) return anyValue(await Promise.all(several.map(schemaOf)), { format: "json" });
  throw new CliError("usage", `there is no command "${words}"${didYouMean(words, names, (match) => `"${match}"`)}`, {
    hint: "browserctl help",
  });
};

async function schemaOf(head: CommandHead): Promise<CommandSchema> {
  const spec = await head.load();
  return commandSchema(spec, spec.operation && (await loadOperation(spec.operation)));
}
