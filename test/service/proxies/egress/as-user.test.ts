import { expect, test } from "vitest";
import { runAsUser } from "../../../support/machine/as-user.ts";
import type { NetworkAsUser } from "../../../support/machine/network-as-user.ts";

test.runIf(process.getuid?.() === 0)("an ordinary user's service holds allowed hosts and policies", async () => {
  const seen = (await runAsUser("network-as-user.ts")) as NetworkAsUser;
  expect(seen).toEqual({
    allowed: 200,
    refused: "ERR_BLOCKED_BY_CLIENT",
    online: true,
    around: "net::ERR_PROXY_CONNECTION_FAILED",
    policy: "net::ERR_BLOCKED_BY_ADMINISTRATOR",
    strays: [],
  });
});
