import { command } from "../../cli/declare/command.ts";

export const poolsRelease = command({
  words: "pools release",
  effects: "none",
  operation: "pools.release",
  description:
    "The session ends, and its browser is ready for the next with its cookies, tabs and files. --no-reuse ends the browser too, for a clean one.",
  args: {
    id_or_name: { summary: "Pool id, or its name" },
    session: { session: "typed", summary: "Session to give back", field: ["body", "session_id"] },
  },
  fields: { session_id: false },
  done: "Released session {session_id} to pool {id_or_name}.",
  seeAlso: ["pools acquire", "browsers delete"],
  examples: [
    { line: "pools release checkout shop", does: "Give a browser back as it is" },
    { line: "pools release checkout shop --no-reuse", does: "Replace it by a clean one" },
  ],
});
