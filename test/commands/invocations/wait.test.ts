import { expect, test } from "vitest";
import { runHere } from "../../support/cli/run-cli.ts";
import { eventServer, invocationId, logEvent, record, stateEvent } from "../../support/servers/event-server.ts";

test("-o json prints the record of the ended invocation, which is what schema declares", async () => {
  const events = [stateEvent("running"), logEvent(0, "a line"), stateEvent("succeeded")];
  const { env } = await eventServer({ events, record: record("succeeded") });
  const result = await runHere(["invocations", "wait", invocationId, "-o", "json"], { env });
  expect([result.code, result.stderr]).toEqual([0, ""]);
  expect(JSON.parse(result.stdout)).toMatchObject({ id: invocationId, status: "succeeded" });
});
