import { command, table } from "../cli/declare/command.ts";
import { areas, type FindingRow } from "./doctor/lib/finding.ts";

export const doctor = command({
  words: "doctor",
  effects: { settings: ["fix"], service: ["fix"] },
  summary: "Find out why something does not work, and how to fix it",
  description:
    "Checks the program, settings, environment, network, service and token, the local service, its browser and the machine, each for a few seconds. Nothing is changed without --fix, which makes the repairs that are always safe. Notes and warnings do not change the exit code.",
  exits: { own: "that of the first error, as a command would end" },
  inspectsSettings: true,
  flags: {
    fix: { kind: "boolean", summary: "Make the repairs that are always safe, and list them" },
    local: { kind: "boolean", summary: "Check the local service instead of the one that commands use" },
    only: { kind: "enum", choices: areas, repeat: true, placeholder: "AREA", summary: "Check only this area" },
  },
  examples: [
    { line: "doctor", does: "Check everything" },
    {
      line: "doctor --context prod --only network --only service",
      does: "Check the connection to a service, and its token",
    },
    { line: "doctor -o json --query \"[?status=='error'].id\"", does: "Print the ids of what is wrong, for a program" },
    { line: "doctor --fix", does: "Repair what is safe to repair, such as the mode of the settings file" },
  ],
  columns: table<FindingRow>([
    { path: "status", as: "state", whole: true },
    { path: "id", whole: true },
    { path: "found" },
    { path: "fix" },
  ]),
  idField: "id",
  output: async () => (await import("./lib/outputs.ts")).doctorOutput,
  run: () => import("./doctor.run.ts"),
});
