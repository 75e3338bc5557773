import { expect, test } from "vitest";
import { apiServer } from "../support/api-server.ts";
import { startCli } from "../support/run-cli.ts";

test("browsers run: a service that never answers holds it no longer than the grace", async () => {
  const server = await apiServer({ request: "POST /browsers", answer: { stall: true } });
  const cli = startCli(["browsers", "run", "--timeout", "200ms", "--", "true"], { env: server.env });
  expect((await cli.done).code).toBe(6);
});
