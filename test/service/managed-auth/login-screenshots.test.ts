import { afterAll, beforeAll, expect, test } from "vitest";
import { decodePng } from "../../../src/service/chromium/png.ts";
import { open } from "../hosted-login/support/page-requests.ts";
import { foreignSite, form, type Kind, user } from "../login/support/foreign-site.ts";
import { ManagedAuth, valuesFor } from "./support/managed-auth.ts";

let auth: ManagedAuth;
beforeAll(async () => {
  auth = await ManagedAuth.start();
});
afterAll(() => auth.stop());

const RED = 0xff0102;
const GREEN = 0x02c803;

/** Repeats what was entered, in a red box, and then asks for the password for another website. */
const repeats: Kind = ({ path, body, html }) => {
  if (path !== "/in") return html(form());
  html(`<style>b { background: rgb(255, 1, 2) } h1 { background: rgb(2, 200, 3) }</style><h1>Zxq</h1>
    <p><b>Hello ${body.get("u")}</b></p><p><b>${body.get("pw")}</b></p>
    <form action="https://elsewhere.example/in" method="post"><input type="password" name="pw2"><button>Go</button></form>`);
};

/** Connection whose login has failed behind the form, on a page that repeats the values. */
async function failed(site: string): Promise<string> {
  const { id } = await auth.connection("/password", { login_url: site, allowed_domains: ["localhost"] });
  await auth.login(id);
  const values = { identifier: user.username, password: user.password };
  await auth.submit(id, valuesFor(await auth.asked(id), values));
  expect(await auth.over(id)).toMatchObject({ flow_status: "FAILED", error_code: "domain_not_allowed" });
  return id;
}

async function coloursOf(png: Buffer): Promise<ReadonlySet<number>> {
  const picture = await decodePng(png);
  const colours = new Set<number>();
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) colours.add(picture.colour(x, y));
  }
  return colours;
}

test("a failed login has a screenshot without what was entered, until its connection is deleted; nothing entered is in the state", async ({
  onTestFinished,
}) => {
  const site = await foreignSite(repeats, onTestFinished);
  const id = await failed(site.url);
  const path = `/_local/auth/connections/${id}/screenshots`;
  const [entry] = await auth.timeline(id);
  const listed = await auth.ok("GET", path);
  expect(listed).toEqual([
    { id: entry.id, taken_at: expect.any(String), bytes: expect.any(Number), covered: expect.any(Number) },
  ]);
  const [{ data }] = await auth.ok("GET", `${path}?login_id=${entry.id}`);
  const png = Buffer.from(data, "base64");
  expect(png.length).toBe(listed[0].bytes);
  const colours = await coloursOf(png);
  expect([colours.has(RED), colours.has(GREEN)]).toEqual([false, true]);

  const written = await auth.kept();
  // The picture itself is encrypted.
  for (const part of [Buffer.from(user.password), Buffer.from(data.slice(200, 300)), png.subarray(200, 300)]) {
    expect(written.some((bytes) => bytes.includes(part))).toBe(false);
  }
  const other = await auth.service.api("GET", `${path}?login_id=none`);
  expect([other.status, other.body.code]).toEqual([404, "not_found"]);
  await auth.ok("DELETE", `/auth/connections/${id}`);
  expect((await auth.service.api("GET", path)).status).toBe(404);
});

test("the hosted page of a failed login says why and what to try, and shows the screenshot to its cookie alone", async ({
  onTestFinished,
}) => {
  const site = await foreignSite(repeats, onTestFinished);
  const { id } = await auth.connection("/password", { login_url: site.url, allowed_domains: ["localhost"] });
  const { hosted_url } = await auth.login(id);
  const { cookie } = await open(hosted_url);
  const values = { identifier: user.username, password: user.password };
  await auth.submit(id, valuesFor(await auth.asked(id), values));
  await auth.over(id);
  const address = `${auth.service.baseUrl}/auth/connections/${id}/hosted`;
  const { text } = await open(address, cookie);
  expect(text).toContain(`<img src="/auth/connections/${id}/hosted/screenshot" alt="`);
  expect(text).toContain(`browserctl auth connections update ${id} --allowed-domain HOST`);
  const picture = await fetch(`${address}/screenshot`, { headers: { cookie } });
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(await coloursOf(Buffer.from(await picture.arrayBuffer()))).not.toContain(RED);
  expect((await open(`${address}/screenshot`)).status).toBe(403);
});

test("a login that expires has a screenshot, one that is canceled has none", async () => {
  const logins = ["expires", "canceled"].map(async (how) => {
    const { id } = await auth.connection("/password");
    await auth.login(id);
    await auth.asked(id);
    return { id, how };
  });
  const [expires, canceled] = await Promise.all(logins);
  await auth.ok("POST", `/_local/auth/connections/${canceled?.id}/cancel`);
  await auth.service.clock.advance(11 * 60_000);
  expect(await auth.over(expires?.id ?? "")).toMatchObject({ flow_status: "EXPIRED" });
  const counts = [expires, canceled].map(async (login) => {
    // Waits until the login has left its page.
    await auth.ok("GET", `/_local/auth/connections/${login?.id}/origins`);
    return (await auth.ok("GET", `/_local/auth/connections/${login?.id}/screenshots`)).length;
  });
  expect(await Promise.all(counts)).toEqual([1, 0]);
});
