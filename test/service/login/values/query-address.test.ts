import { describe, expect, test } from "vitest";
import { KnownValues } from "../../../../src/service/login/values/known-values.ts";
import { filledAddress, fragmentAddress, queryAddress } from "../../../../src/service/login/values/query-address.ts";

const values = { username: "alice", password: "Wonder-land 7!", db: "shop.sqlite" };
const known = (): KnownValues => new KnownValues(values);
const stored = (query: string): string | undefined =>
  queryAddress(`https://shop.example.com/?${query}`, known())?.stored.replace(/^[^?]*\?/, "");

describe("the query of an address after a login", () => {
  test.each<[string, string, string | undefined]>([
    ["routes without a value", "sqlite=&view=list&page=2", "sqlite=&view=list&page=2"],
    ["names values of the login", "username=alice&db=shop.sqlite", "username=%5Busername%5D&db=%5Bdb%5D"],
    ["contains a value within another", "view=list&for=alice-1", "view=list"],
    ["contains a value in another spelling", "view=list&for=ALICE", "view=list"],
    ["contains the password", "view=list&x=Wonder-land+7%21", "view=list"],
    ["has one-time values", "state=a&code=b&PHPSESSID=c&nonce=d", undefined],
    [
      "has generated values",
      "a=1732600000000&b=0f8fad5bd9cb469fa165708677289501&c=Zm9vYmFyMTIzNDU2Nzg5MGFiYw",
      undefined,
    ],
    ["has a value in the form of a placeholder", "view=%5Bdb%5D", undefined],
  ])("%s", (_name, query, expected) => {
    expect(stored(query)).toBe(expected);
  });

  test("is opened now without one-time values", () => {
    const address = queryAddress("https://shop.example.com/?username=alice&state=abc#x", known());
    expect(address?.url).toBe("https://shop.example.com/?username=alice");
  });

  test("gets the values of the credential, and has no address without them", () => {
    const template = "https://shop.example.com/?sqlite=&username=%5Busername%5D&db=%5Bdb%5D";
    expect(filledAddress(template, { ...values, username: "b&b" })).toBe(
      "https://shop.example.com/?sqlite=&username=b%26b&db=shop.sqlite",
    );
    const php = "https://shop.example.com/?db=%5Bauth%5Bdb%5D%5D";
    expect(filledAddress(php, { "auth[db]": "shop.sqlite" })).toBe("https://shop.example.com/?db=shop.sqlite");
    expect(filledAddress(template, { username: "bob" })).toBeUndefined();
    expect(filledAddress("https://shop.example.com/home", {})).toBe("https://shop.example.com/home");
  });
});

describe("the fragment of an address after a login", () => {
  test.each<[string, string, string | undefined]>([
    ["names a part of the website", "#warehouse", "#warehouse"],
    ["is a route", "#!/orders/list", "#!/orders/list"],
    ["contains a value of the login", "#alice", undefined],
    ["contains the password in its route", "#/x/Wonder-land%207!", undefined],
    ["has a parameter", "#access_token=abc", undefined],
    ["looks generated", "#/orders/0f8fad5bd9cb469fa165708677289501", undefined],
    ["is empty", "#", undefined],
  ])("%s", (_name, fragment, expected) => {
    const url = "https://shop.example.com/home";
    expect(fragmentAddress(`${url}?a=b${fragment}`, known())).toBe(expected && url + expected);
  });
});
