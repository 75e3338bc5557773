import { expect, onTestFinished, test } from "vitest";
import { demoSite } from "../../src/demo-site/demo-site.ts";
import { startedHome } from "../support/cli/local-home.ts";
import { jsonError, startCli } from "../support/cli/run-cli.ts";
import { asks, connections, done, env, startedLogin, waited } from "./support/auth-connections.ts";

test("a login that is canceled ends for those who watch it, and takes no more input", async () => {
  const site = await demoSite({ now: Date.now });
  onTestFinished(() => site.close());
  const home = await startedHome();
  const id = await startedLogin(home, site, "canceled", "/password");
  const watch = startCli([...connections, "watch", id], { home });
  const waiting = waited(home, id, "flow_status=SUCCESS", "flow_status=CANCELED");
  await asks(watch, "password");
  await done(home, "cancel", id, "--yes");
  expect(await waiting).toMatchObject({ id, status: "NEEDS_AUTH", flow_status: "CANCELED" });
  const { code, stderr } = await watch.done;
  expect([code, stderr]).toEqual([8, expect.stringContaining(`the login of ${id} was canceled`)]);
  const late = await home.cli([...connections, "submit", id, "--field", "password=env:PASSWORD", "-o", "json"], {
    env,
  });
  expect(jsonError(late)).toMatchObject({ exit_code: 1, code: "conflict" });
});
