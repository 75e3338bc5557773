import { command } from "../../../cli/declare/command.ts";
import { progressFlags } from "../../../cli/transfer/progress-flags.ts";
import { includeAllFlags, manifestIsChecked, sourceArg } from "../../extensions/lib/extension-words.ts";

export const browsersExtensionsUpload = command({
  words: "browsers extensions upload",
  effects: "none",
  operation: "extensions.activate",
  description: `Extensions are activated in the running browser; where that fails, it restarts with its tabs, cookies and profile. Open pages get content scripts when they are reloaded. ${manifestIsChecked}`,
  args: { id: { summary: "Session id or name" }, sources: { ...sourceArg, repeat: true } },
  filled: ["extensions"],
  flags: {
    name: {
      kind: "string",
      placeholder: "NAME",
      repeat: true,
      summary: "Name in the session, one for each extension in their order; that of its directory or file by default",
    },
    ...includeAllFlags,
    ...progressFlags,
  },
  examples: [
    { line: "browsers extensions upload shop ./my-extension", does: "Load an extension from its directory" },
    {
      line: "browsers extensions upload shop dist blocker.zip --name mine --name blocker",
      does: "Load two, under names of your own",
    },
  ],
  output: async () => (await import("../../lib/outputs.ts")).extensionsActivateOutput,
  run: () => import("./upload.run.ts"),
});
