import { expect, test } from "vitest";
import { withServer } from "../../support/browser/chromium.ts";
import { bothWays, type Call, json, printed, refusalOf } from "./support/both-ways.ts";

const both = bothWays();

interface Listed {
  readonly origin: string;
  readonly items: readonly { readonly key: string; readonly size: number; readonly value?: string }[];
  readonly total: number;
}

/** Shows a page that runs a script, and whose storage was empty before. Gives its address. */
async function show(call: Call, script = "", body = ""): Promise<string> {
  const { url } = await withServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    // The system may give the port, and with it the origin, of an earlier test again.
    response.end(`<title>Shop</title><script>localStorage.clear(); sessionStorage.clear(); ${script}</script>${body}`);
  });
  await printed(call, "goto", "shop", url);
  return url;
}

both.describeEach((call) => {
  test("keys are listed with sizes, without values, and in their order", async () => {
    const url = await show(call, `localStorage.setItem("theme", "dark"); localStorage.setItem("name", "Zoë 漢字")`);
    const origin = new URL(url).origin;
    expect(await json<Listed>(call, "storage", "list", "shop")).toEqual({
      origin,
      items: [
        { key: "name", size: 11 },
        { key: "theme", size: 4 },
      ],
      total: 2,
    });
    expect((await json<Listed>(call, "storage", "list", "shop", "--values")).items).toMatchObject([
      { value: "Zoë 漢字" },
      { value: "dark" },
    ]);
    expect(await printed(call, "storage", "list", "shop")).toMatch(/theme\s+4/);
  });

  test("a value is printed alone and as it is, whatever the page has made of its methods", async () => {
    await show(
      call,
      `localStorage.setItem("getItem", "a\\nb"); Storage.prototype.getItem = () => "forged"; delete window.localStorage`,
    );
    expect(await printed(call, "storage", "get", "shop", "getItem")).toBe("a\nb");
  });

  test("a key is set, seen by the page, deleted, and all are cleared", async () => {
    const url = await show(call, `localStorage.setItem("a", "1")`);
    const { origin } = new URL(url);
    expect(await printed(call, "storage", "set", "shop", "theme", "dark")).toBe(
      `set "theme" in localStorage of ${origin}\n`,
    );
    expect(await printed(call, "storage", "get", "shop", "theme")).toBe("dark");
    expect(await printed(call, "storage", "delete", "shop", "theme")).toBe(
      `deleted "theme" from localStorage of ${origin}\n`,
    );
    expect((await json<Listed>(call, "storage", "list", "shop")).items).toMatchObject([{ key: "a" }]);
    expect(await printed(call, "storage", "clear", "shop", "--yes")).toBe(
      `deleted 1 key of localStorage of ${origin}\n`,
    );
    expect((await json<Listed>(call, "storage", "list", "shop")).total).toBe(0);
  });

  test("sessionStorage is another storage", async () => {
    await show(call, `sessionStorage.setItem("cart", "3"); localStorage.setItem("theme", "dark")`);
    expect((await json<Listed>(call, "storage", "list", "shop", "--session")).items).toEqual([
      { key: "cart", size: 1 },
    ]);
    expect((await refusalOf(call, ["storage", "get", "shop", "cart"])).code).toBe("no_item");
  });

  test("the storage of a frame of another site is read and changed by its origin", async () => {
    const { url } = await withServer((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(`<script>localStorage.setItem("inner", "42")</script>`);
    });
    const frame = url.replace("127.0.0.1", "localhost");
    await show(call, "", `<iframe src="${frame}"></iframe>`);
    const { origin } = new URL(frame);
    expect(await printed(call, "storage", "get", "shop", "inner", "--origin", origin)).toBe("42");
    await printed(call, "storage", "set", "shop", "inner", "43", "--origin", origin);
    expect(await printed(call, "storage", "get", "shop", "inner", "--origin", frame)).toBe("43");
    const elsewhere = await refusalOf(call, ["storage", "list", "shop", "--origin", "https://example.com"]);
    expect(elsewhere).toEqual({ code: "no_storage", message: expect.stringContaining(origin) });
  });

  test("keys and values of any script and size are kept", async () => {
    await show(call);
    for (const [key, value] of [
      ["", "empty key"],
      ["漢字 🎉", "Zoë"],
      ["empty", ""],
      ["large", "x".repeat(200_000)],
    ] as const) {
      await printed(call, "storage", "set", "shop", key, value);
      expect(await printed(call, "storage", "get", "shop", key)).toBe(value);
    }
  });

  test("a value for which there is no room is refused, without the value", async () => {
    await show(call, `localStorage.setItem("much", "x".repeat(5_200_000))`);
    const { code, message } = await refusalOf(call, ["storage", "set", "shop", "more", "v4lue".repeat(20_000)]);
    expect([code, message.includes("v4lue")]).toEqual(["storage_full", false]);
    await printed(call, "storage", "clear", "shop", "--yes");
  });

  test.each(["about:blank", "data:text/html,<p>hello"])("%s has no storage", async (address) => {
    await printed(call, "goto", "shop", address);
    const { code, message } = await refusalOf(call, ["storage", "list", "shop"]);
    expect([code, message]).toEqual(["no_storage", expect.stringContaining("may not use localStorage")]);
  });

  test.each([["get"], ["delete"]])("%s of a key that is not there is exit 8", async (verb) => {
    await show(call);
    const { code, message } = await refusalOf(call, ["storage", verb, "shop", "the\u001b[31mme\nx"]);
    expect([code, message]).toEqual(["no_item", expect.stringContaining('no key "the [31mme x"')]);
  });

  test("more keys than are listed are counted", async () => {
    await show(call, `for (let at = 0; at < 1200; at += 1) localStorage.setItem("k" + at, at)`);
    const { items, total } = await json<Listed>(call, "storage", "list", "shop");
    expect([items.length, total]).toEqual([1_000, 1_200]);
  });

  test("a value of --secret is in no output", async () => {
    await show(call);
    const env = { TOKEN: "very-secret-0815" };
    const words = ["browsers", "storage", "set", "shop", "token", "--secret", "env:TOKEN"];
    const { code, stderr, stdout } = await call(words, { env });
    expect([code, stdout]).toEqual([0, expect.stringContaining('set "token"')]);
    const preview = await call([...words, "--dry-run"], { env });
    expect(preview.code, preview.stderr).toBe(0);
    expect(stderr + preview.stdout + preview.stderr).not.toContain("0815");
  });
});

test("a page that a dialog blocks is refused with the way out", async () => {
  const call: Call = (args) => both.home().cli(args);
  await show(call, "", "<button onclick='alert(1)'>Warn</button>");
  const ref = /(e\d+) button/.exec(await printed(call, "snapshot", "shop"))?.[1] ?? "";
  await printed(call, "act", "shop", "click", ref);
  expect((await refusalOf(call, ["storage", "list", "shop"])).code).toBe("dialog_open");
  expect(await json(call, "cookies", "list", "shop")).toEqual([]);
  await printed(call, "dialog", "accept", "shop");
});

test("storage is cleared only after consent", async () => {
  const result = await both.home().cli(["browsers", "storage", "clear", "shop"]);
  expect(result.code).toBe(2);
  expect(result.stderr).toContain("--yes");
});

test("a value that a call to a hosted service has no room for is refused before anything is sent", async () => {
  const call: Call = (args, options) =>
    both.home().cli([...args, ...both.hosted().args], { ...options, env: { ...both.hosted().env, ...options?.env } });
  await show(call);
  const env = { VALUE: "v".repeat(1_000_000) };
  const refused = await refusalOf(call, ["storage", "set", "shop", "big", "--secret", "env:VALUE"], env);
  expect(refused).toEqual({ code: "too_large", message: expect.stringContaining("takes 1,000,000 characters") });
  expect((await json<Listed>(call, "storage", "list", "shop")).total).toBe(0);
});
