import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, startService, type TestService } from "../../support/service.ts";

const REMOVAL = Date.UTC(2026, 10, 24);
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const oldCreate = (name: string): Promise<Answer> => service.api("POST", "/projects", { json: { name } });

function expectSunset({ headers }: Answer): void {
  expect(headers.get("deprecation")).toMatch(/^@\d{10}$/);
  expect(headers.get("sunset")).toBe("Tue, 24 Nov 2026 00:00:00 GMT");
  expect(headers.get("link")).toBe('</org/projects>; rel="successor-version"');
}

test("the old routes work to the last millisecond before their removal, and every answer announces it", async () => {
  service.clock.pin(REMOVAL - 1);
  const created = await oldCreate("old");
  expect(created).toMatchObject({ status: 201, body: { name: "old", status: "active" } });
  const taken = await oldCreate("old");
  expect(taken.body.code).toBe("conflict");
  const listed = await service.api("GET", "/projects?name=old");
  expect(listed.body).toEqual([created.body]);
  for (const answer of [created, taken, listed]) expectSunset(answer);
  const replacement = await service.api("GET", "/org/projects?name=old");
  expect(replacement.body).toEqual(listed.body);
  expect(replacement.headers.get("deprecation")).toBeNull();
});

test("they are 410 from then on, whatever is sent, and nothing is created", async () => {
  service.clock.pin(REMOVAL);
  const answers = [
    await oldCreate("new"),
    await service.api("POST", "/projects", { raw: "{" }),
    await service.api("GET", "/projects"),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 410, body: { code: "gone" } });
    expect(answer.body.message).toContain("was removed on 2026-11-24");
    expectSunset(answer);
  }
  expect((await service.api("POST", "/projects", { anonymous: true })).status).toBe(401);
  expect((await service.api("GET", "/org/projects?name=new")).body).toEqual([]);
});
