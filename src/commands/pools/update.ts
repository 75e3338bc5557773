import { command } from "../../cli/declare/command.ts";
import { poolColumns, poolFields, poolFlags } from "./lib/pool-words.ts";

export const poolsUpdate = command({
  words: "pools update",
  effects: "none",
  operation: "pools.update",
  description:
    "Settings apply to new browsers. Add --discard-all-idle to replace the idle ones now; an acquired one keeps its settings until it ends.",
  idField: "id",
  fields: {
    name: { placeholder: "NAME", summary: "New name" },
    size: { placeholder: "NUMBER" },
    ...poolFields,
    start_url: {
      ...poolFields.start_url,
      clear: { name: "clear-start-url", value: "", summary: "Open no page first" },
    },
    profile: {
      ...poolFields.profile,
      clear: { name: "clear-profile", value: { id: "" }, summary: "Start without a profile" },
    },
    proxy_id: {
      ...poolFields.proxy_id,
      summary: "Id of a stored proxy for all traffic",
      clear: { name: "clear-proxy", value: "", summary: "Use no proxy" },
    },
    extensions: {
      ...poolFields.extensions,
      summary: "Stored extension to load, by id or name as for --profile; replaces all of them",
      clear: { name: "clear-extensions", value: [], summary: "Load no extensions" },
    },
    chrome_policy: { clear: { name: "clear-chrome-policy", value: {}, summary: "Remove the enterprise policies" } },
    network: { clear: { name: "clear-private-hosts", value: {}, summary: "Use the default ranges of private hosts" } },
  },
  flags: poolFlags,
  columns: poolColumns,
  examples: [
    { line: "pools update checkout --size 3", does: "Keep one more browser ready" },
    {
      line: "pools update checkout --headless --discard-all-idle",
      does: "Replace the idle ones by others without a window",
    },
    {
      line: "pools update checkout --clear-profile --name guests",
      does: "Start without a profile, under another name",
    },
  ],
});
