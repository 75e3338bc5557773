import { command } from "../../cli/declare/command.ts";

export const deploymentsDelete = command({
  words: "deployments delete",
  effects: "none",
  operation: "deployments.delete",
  description: "It can no longer be invoked; running invocations continue. Its record stays, with the status stopped.",
  question: {
    about: "deployments.get",
    text: "Stop deployment {thing}?",
    over: { states: ["stopped", "failed"], sentence: "Deployment {id} has already ended." },
  },
  done: "Stopped deployment {id}.",
  examples: [
    { line: "deployments delete d4c1", does: "Stop one, after confirmation" },
    { line: "deployments delete d4c1 --yes", does: "Stop it in a script" },
  ],
});
