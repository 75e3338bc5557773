import { rm } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { withServer } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";
import { ManagedAuth } from "./support/managed-auth.ts";

const HOUR_MS = 3_600_000;
const values = { username: "ann@example.com", password: "Once-and-for-all 9" };

/** Website that can change its password. After that it renames its fields, and refuses in unknown words. */
async function rotatingSite() {
  let isRotated = false;
  let count = 0;
  let received = 0;
  const { url } = await withServer(async (request, response) => {
    const { method, url: path, headers } = request;
    const body = new URLSearchParams(await text(request));
    const isGiven = [...body.values()].includes(values.password);
    if (isGiven) received += 1;
    if (isGiven && !isRotated) {
      return response.writeHead(303, { location: "/inbox", "set-cookie": "session=1; Max-Age=999999" }).end();
    }
    count += 1;
    const isIn = headers.cookie?.includes("session=1") === true && !isRotated;
    if (path === "/inbox" && !isIn) return response.writeHead(303, { location: "/" }).end();
    const said = method === "POST" ? `<p>Frobnitz ${count}</p>` : "";
    const form = `${said}<form method="post"><label>Zork <input name="u${count}" autocomplete="username"></label>
<label>Grue <input type="password" name="p${count}"></label><button>Xyzzy</button></form>`;
    const inbox = `<h1>Inbox</h1><p>No messages</p><p>Welcome back</p><a href="/out">Log out</a>`;
    response.setHeader("content-type", "text/html").end(isIn ? inbox : form);
  });
  return {
    url: url.replace("127.0.0.1", "localhost"),
    rotate: () => {
      isRotated = true;
    },
    received: () => received,
  };
}

test("a password that changed on the website is sent once by all renewals, checks and logins, also after a restart", async () => {
  const site = await rotatingSite();
  const auth = await ManagedAuth.start({ idleStopSeconds: 240 * 3_600, keepDir: true });
  const { stateDir } = auth.service;
  onTestFinished(() => rm(stateDir, { recursive: true, force: true }));
  let last = auth;
  onTestFinished(() => last.stop());
  const credential = { name: await auth.credential(values) };
  const ids: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { id } = await auth.connection("/", { credential, auto_reauth: true, login_url: site.url });
    await auth.login(id);
    expect(await auth.over(id)).toMatchObject({ flow_status: "SUCCESS" });
    ids.push(id);
  }
  expect(site.received()).toBe(2);
  site.rotate();
  await auth.service.clock.advance(HOUR_MS);
  for (const id of ids) {
    const renewed = async () => (await auth.timeline(id)).some(({ type }: { type: string }) => type === "reauth");
    await until(renewed, { what: "a renewal" });
    expect(await auth.over(id)).toMatchObject({ flow_status: "FAILED", error_code: "credentials_invalid" });
  }
  // Both have the same credential.
  expect(site.received()).toBe(3);
  const [id = ""] = ids;
  for (let count = 0; count < 2; count += 1) {
    expect(await auth.check(id)).toMatchObject({ result: "logged-out", status: "NEEDS_AUTH" });
  }
  await auth.stop();

  const again = await ManagedAuth.start({ stateDir, keepDir: true });
  last = again;
  await again.login(id);
  const asked = await again.asked(id);
  expect(asked.fields).toContainEqual(expect.objectContaining({ type: "password", reason: "rejected" }));
  expect(site.received()).toBe(3);
  await again.ok("POST", `/_local/auth/connections/${id}/cancel`);
  // A value that is set again may be sent again.
  await again.ok("PATCH", `/credentials/${credential.name}`, { values: { password: values.password } });
  await again.login(id);
  await again.asked(id);
  expect(site.received()).toBe(4);
});
