import { expect, test } from "vitest";
import { runAsUser } from "../../support/machine/as-user.ts";
import type { SeenAsUser } from "../../support/machine/service-as-user.ts";
import { expectNothingLeftByKill } from "./support/killed-start.ts";

test.skipIf(process.getuid?.() !== 0)(
  "an ordinary user has the same, with Chromium's own sandbox on inside",
  async () => {
    const seen = (await runAsUser("service-as-user.ts")) as SeenAsUser;
    expect(seen.status.browser).toMatchObject({ sandboxed: true, confined: true });
    expect(seen.status.browser).not.toHaveProperty("sandbox_reason");
    expect(seen).toMatchObject({ uid: "65534", told: false, shown: { state: "", home: "" } });
    expect(seen.shown.sandbox).toContain("You are adequately sandboxed");
    expect(seen.shown.own).toContain("Downloads");
    expect(seen.renderers).toBeGreaterThan(0);
    expect(seen.left).toBe(0);
  },
);

test.for([1, 4, 8, 14])(
  "kill -9 of the service while two sessions start, with %i processes there, leaves none",
  async (count) => {
    await expectNothingLeftByKill(count, { sessions: 2 });
  },
);
