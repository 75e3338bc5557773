import { connect } from "node:net";
import { ownedBy } from "../../../src/service/error-owner.ts";
import { type ServeOptions, serve } from "../../../src/service/lifecycle/serve.ts";
import type { Session } from "../../../src/service/sessions/session.ts";
import { takeErrors } from "../vitest/take-errors.ts";

// Runs the service as a process of its own, whose live views fail as their viewers ask: `node stray-error-process.ts '<options>'`.
const options = JSON.parse(process.argv[2] ?? "{}") as ServeOptions;

/** Errors that nothing catches, by the message of a viewer. */
const errors: Record<string, (session: Session) => unknown> = {
  listener: () => {
    throw new Error("stray: listener");
  },
  timer: () => setTimeout(() => errors["listener"]?.({} as Session), 1),
  // A port without a server, and no listener for the error.
  socket: () => connect(1, "127.0.0.1"),
  rejection: () => Promise.all([Promise.reject(new Error("stray: rejection"))]),
  session: (session) => session.use(async () => void setTimeout(() => Promise.reject(new Error("stray: session")), 1)),
  nobody: () => ownedBy(undefined, () => setTimeout(() => Promise.reject(new Error("stray: nobody")), 1)),
};

await serve({
  ...options,
  env: process.env,
  screen: "headless",
  takeErrors,
  log: { write: (line) => process.stderr.write(line) },
  liveSource: (session) => ({
    client: "cast",
    serve: async (viewer) => {
      viewer.on("message", (data) => {
        errors[String(data)]?.(session);
      });
    },
  }),
});
