import { afterAll, beforeAll, describe, test } from "vitest";
import { ManagedAuth } from "./support/managed-auth.ts";
import { endsUnreachable } from "./support/unreachable.ts";

let auth: ManagedAuth;

beforeAll(async () => {
  auth = await ManagedAuth.start();
});

afterAll(() => auth.stop());

describe.concurrent("a login fails", () => {
  test.for([
    ["for a page that is down", "http://localhost:59999/", "ERR_CONNECTION_REFUSED"],
    ["for a host without an address", "http://nowhere.invalid/", "ERR_NAME_NOT_RESOLVED"],
  ] as const)("%s", async ([, url, reason], { expect }) => {
    await endsUnreachable(auth, url, reason, expect);
  });
});
