import Type from "typebox";
import { answerOf, closed, prints, textOrNull } from "../../../cli/declare/command-output.ts";
import { logLevels } from "../../../core/log-level.ts";

const stateDir = { state_dir: Type.String() };
const availability = closed({ available: Type.Boolean(), reason: Type.Optional(Type.String()) });

export const localSetupOutput = prints(
  closed({
    path: Type.String({ description: "Program of the browser" }),
    product: Type.String(),
    version: Type.String(),
    source: Type.String({ description: "How it was found" }),
    installed: Type.Boolean({ description: "It was installed just now" }),
    container: availability,
    screen: availability,
  }),
);
export const localStartOutput = prints(
  closed({
    base_url: Type.String(),
    context: Type.String(),
    pid: Type.Integer(),
    port: Type.Integer(),
    ...stateDir,
    demo_site: Type.Optional(Type.String({ description: "Address of the demo site" })),
    chaos: Type.Optional(Type.String({ description: "Injected faults" })),
  }),
);
export const localStopOutput = prints(
  closed({
    was_running: Type.Boolean(),
    ...stateDir,
    ended_sessions: Type.Optional(Type.Integer()),
    ended_invocations: Type.Optional(Type.Integer()),
  }),
);
export const localResetOutput = prints(closed({ ...stateDir, deleted: Type.Boolean() }));
const stored = Type.Array(
  closed({ what: Type.Enum(["completion", "state", "cache", "settings"]), path: Type.String() }),
);
export const localUninstallOutput = prints(Type.Union([closed({ removed: stored }), closed({ would_remove: stored })]));
const record = Type.Object({
  level: Type.Enum(logLevels),
  time: textOrNull,
  msg: Type.String(),
  session: Type.Optional(Type.String({ description: "Session that it is about" })),
});
export const localLogsOutput = prints(
  Type.Union([Type.Array(record), record], { description: "With --follow one record on each line" }),
);
/** The state of the service with its address. */
export const localStatusOutput = async () => {
  const status = await answerOf("local.status");
  return prints({
    ...status,
    required: ["base_url", ...(status["required"] as readonly string[])],
    properties: { base_url: Type.String(), ...(status["properties"] as object) },
  });
};
