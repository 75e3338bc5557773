import { afterAll, beforeAll, expect, test } from "vitest";
import { type Grant, mayGrant } from "../../../src/service/access/key-grants.ts";
import { apiAs, createKey, stateWithProjects } from "../../support/service/api-keys.ts";
import { type Answer, startService, type TestService } from "../../support/service/service.ts";

type Key = Answer["body"];

let service: TestService;
let shop: string;
beforeAll(async () => {
  const { stateDir, ids } = await stateWithProjects("shop");
  shop = ids["shop"] ?? "";
  service = await startService({ stateDir });
});
afterAll(() => service.stop());

const as = ({ key }: Key, ...call: Parameters<TestService["api"]>): Promise<Answer> => apiAs(service, key)(...call);
const make = (maker: Key, json: object = {}): Promise<Answer> =>
  as(maker, "POST", "/org/api_keys", { json: { name: "made", ...json } });
const rotate = (caller: Key, { id }: Key, json: object = {}): Promise<Answer> =>
  as(caller, "POST", `/org/api_keys/${id}/rotate`, { json: { expire_in_days: 0, ...json } });
const remove = (caller: Key, { id }: Key): Promise<Answer> => as(caller, "DELETE", `/org/api_keys/${id}`);
const works = async (key: Key): Promise<boolean> => (await as(key, "GET", "/auth/context")).status === 200;
const record = async ({ id }: Key): Promise<Key> => (await service.api("GET", `/org/api_keys/${id}`)).body;

test("a key grants only its own reach, until its own end", () => {
  const scopes = [null, "shop", "other"];
  const ends = [null, 1, 2];
  const all = scopes.flatMap((projectScope) => ends.map((expiresAt): Grant => ({ projectScope, expiresAt })));
  const granted = (maker: Grant): Grant[] => all.filter((wanted) => mayGrant(maker, wanted));
  expect(granted({ projectScope: null, expiresAt: null })).toEqual(all);
  expect(granted({ projectScope: null, expiresAt: 1 })).toEqual(all.filter(({ expiresAt }) => expiresAt === 1));
  expect(granted({ projectScope: "shop", expiresAt: 2 })).toEqual([
    { projectScope: "shop", expiresAt: 1 },
    { projectScope: "shop", expiresAt: 2 },
  ]);
});

test.each(["shop", "organization"])(
  "a key of the %s that ends tomorrow makes no key that outlives it",
  async (scope) => {
    const maker = await createKey(service, { days_to_expire: 1, ...(scope === "shop" && { project_id: shop }) });
    for (const [path, send] of [
      ["create", (days: number | null) => make(maker, { days_to_expire: days })],
      ["rotate", (days: number | null) => rotate(maker, maker, { days_to_expire: days })],
    ] as const) {
      for (const days of [null, 2, 3650]) {
        const { status, text } = await send(days);
        expect(status, `${path} ${text}`).toBe(400);
        expect(text).toContain(
          `days_to_expire: the key would outlive the calling key, which ends at ${maker.expires_at}`,
        );
      }
    }
    const child = (await make(maker)).body;
    expect(child.expires_at).toBe(maker.expires_at);
    const grandchild = (await make(child)).body;
    expect(grandchild.expires_at).toBe(maker.expires_at);
    const successor = await rotate(maker, maker);
    expect(successor).toMatchObject({ status: 201, body: { expires_at: maker.expires_at } });
    expect(await Promise.all([works(successor.body), works(child), works(grandchild)])).toEqual([true, true, true]);
  },
);

test("a key of one project changes itself and the keys that it made, and sees the others", async () => {
  const sibling = await createKey(service, { project_id: shop, name: "sibling" });
  const key = await createKey(service, { project_id: shop });
  const child = (await make(key)).body;
  const grandchild = (await make(child)).body;
  for (const [caller, other] of [
    [key, sibling],
    [child, key],
    [child, sibling],
  ]) {
    const rename = await as(caller, "PATCH", `/org/api_keys/${other.id}`, { json: { name: "mine" } });
    for (const answer of [rename, await rotate(caller, other), await remove(caller, other)]) {
      expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
      expect(answer.body.message).toContain(`did not make the API key ${other.id}`);
    }
    expect((await as(caller, "GET", `/org/api_keys/${other.id}`)).status).toBe(200);
    expect(await record(other)).toEqual(expect.objectContaining({ name: other.name, expires_at: null }));
  }
  expect((await as(key, "PATCH", `/org/api_keys/${grandchild.id}`, { json: { name: "renamed" } })).status).toBe(200);
  expect((await remove(key, grandchild)).status).toBe(204);
  expect((await rotate(key, child)).status).toBe(201);
  expect(await works(child)).toBe(false);
});

test("deleting a key ends the keys that it made, but not those of other keys; its replacement stays", async () => {
  const key = await createKey(service, { project_id: shop });
  const child = (await make(key)).body;
  const grandchild = (await make(child)).body;
  const other = await createKey(service, { project_id: shop });
  expect((await service.api("DELETE", `/org/api_keys/${key.id}`)).status).toBe(204);
  expect(await Promise.all([key, child, grandchild, other].map(works))).toEqual([false, false, false, true]);

  const kept = (await make(other)).body;
  const next = (await rotate(other, other, { expire_in_days: 1 })).body;
  expect((await service.api("DELETE", `/org/api_keys/${other.id}`)).status).toBe(204);
  expect(await Promise.all([other, next, kept].map(works))).toEqual([false, true, true]);
  expect((await remove(next, kept)).status).toBe(204);
});

test("a key cannot delete the key that it would end with", async () => {
  const key = await createKey(service);
  const child = (await make(key)).body;
  expect(await remove(child, key)).toMatchObject({ status: 400, body: { code: "cannot_delete_current_key" } });
  expect(await Promise.all([key, child].map(works))).toEqual([true, true]);
  const next = (await rotate(child, key)).body;
  expect((await service.api("DELETE", `/org/api_keys/${next.id}`)).status).toBe(204);
  expect(await works(child)).toBe(false);
});
