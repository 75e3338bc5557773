import { afterAll, beforeAll, expect, test } from "vitest";
import { apiAs, createKey } from "../../support/service/api-keys.ts";
import { type Answer, startService, type TestService } from "../../support/service/service.ts";

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

test("the old routes work until the last millisecond before their removal, and every answer announces it", async () => {
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

test("the old routes are 410 after their removal, whatever is sent, and nothing is created", async () => {
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

test("a key of one project is 403 for the creation, on both sides of the date", async () => {
  const { body: project } = await service.api("POST", "/org/projects", { json: { name: "narrow" } });
  const { key } = await createKey(service, { project_id: project.id });
  const narrow = apiAs(service, key);
  for (const [now, listed] of [
    [REMOVAL - 1, 200],
    [REMOVAL, 410],
  ] as const) {
    service.clock.pin(now);
    const refused = await narrow("POST", "/projects", { json: { name: "x" } });
    expect(refused).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expectSunset(refused);
    expect((await narrow("GET", "/projects")).status).toBe(listed);
  }
});

test("the OpenAPI document marks the old routes, and none of their replacements, as deprecated", async () => {
  const { paths } = (await service.api("GET", "/openapi.json")).body;
  expect([paths["/projects"].post.deprecated, paths["/projects"].get.deprecated]).toEqual([true, true]);
  expect(paths["/projects"].post.responses).toHaveProperty("410");
  expect(paths["/org/projects"].post.deprecated).toBeUndefined();
});
