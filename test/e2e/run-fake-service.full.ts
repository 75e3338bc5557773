import { expect, test } from "vitest";
import { startCli } from "../support/cli/run-cli.ts";
import { apiServer } from "../support/servers/api-server.ts";

test("browsers run: a service that never answers holds it no longer than the grace", async () => {
  const server = await apiServer({ request: "POST /browsers", answer: { stall: true } });
  const cli = startCli(["browsers", "run", "--timeout", "200ms", "--", "true"], { env: server.env });
  expect((await cli.done).code).toBe(6);
});
