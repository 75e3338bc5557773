import { expect, test } from "vitest";
import { withServer } from "../../support/browser/chromium.ts";
import { bothWays, type Call, json, printed, refusalOf } from "./support/both-ways.ts";

const both = bothWays();

interface Cookie {
  readonly name: string;
  readonly domain: string;
  readonly path: string;
  readonly expires: string | null;
  readonly flags: readonly string[];
  readonly partition?: string;
  readonly value?: string;
}

/** Shows a page of a browser without cookies, which sets some. Gives its address. */
async function show(call: Call, setCookies: readonly string[] = [], path = ""): Promise<string> {
  const { url } = await withServer((_request, response) => {
    response.setHeader("set-cookie", [...setCookies]);
    response.setHeader("content-type", "text/html");
    response.end("<title>Shop</title>");
  });
  await printed(call, "cookies", "clear", "shop", "--all-sites", "--yes");
  await printed(call, "goto", "shop", url + path);
  return url;
}

async function list(call: Call, ...words: readonly string[]): Promise<Cookie[]> {
  return json<Cookie[]>(call, "cookies", "list", "shop", ...words);
}

both.describeEach((call) => {
  test("cookies of the page are listed without values, HttpOnly ones too", async () => {
    await show(call, ["sid=s3cr3t-value; HttpOnly; SameSite=Lax", "theme=dark; Max-Age=3600"]);
    const cookies = await list(call);
    expect(cookies).toMatchObject([
      { name: "sid", domain: "127.0.0.1", path: "/", expires: null, flags: ["HttpOnly", "SameSite=Lax"] },
      { name: "theme", expires: expect.stringMatching(/^20\d\d-/), flags: [] },
    ]);
    expect(JSON.stringify(cookies)).not.toContain("value");
    expect((await list(call, "--values")).map(({ value }) => value)).toEqual(["s3cr3t-value", "dark"]);
    expect(await printed(call, "cookies", "list", "shop")).toMatch(/^sid\t.*HttpOnly/m);
  });

  test("a value is printed alone, and as it is", async () => {
    await show(call, ["sid=a b%20c=d"]);
    expect(await printed(call, "cookies", "get", "shop", "sid")).toBe("a b%20c=d");
  });

  test("of cookies with one name the one of the longest path is printed", async () => {
    await show(call, ["sid=outer; Path=/", "sid=inner; Path=/app"], "app/page");
    expect(await printed(call, "cookies", "get", "shop", "sid")).toBe("inner");
    expect(await printed(call, "cookies", "get", "shop", "sid", "--path", "/")).toBe("outer");
  });

  test("a cookie is set with all its flags, replaced, and deleted", async () => {
    await show(call);
    const flags = ["--secure", "--http-only", "--same-site", "none", "--expires", "1h", "--path", "/app"];
    const said = await printed(call, "cookies", "set", "shop", "sid", "one", "--domain", "Example.com", ...flags);
    expect(said).toBe('set cookie "sid" of .example.com/app\n');
    await printed(call, "cookies", "set", "shop", "sid", "two", "--domain", ".example.com", ...flags);
    const [cookie, ...more] = await list(call, "--domain", "example.com", "--values");
    expect(cookie).toMatchObject({ value: "two", flags: ["Secure", "HttpOnly", "SameSite=None"], path: "/app" });
    const minutes = (Date.parse(cookie?.expires ?? "") - Date.now()) / 60_000;
    expect([more, Math.round(minutes / 5)]).toEqual([[], 12]);
    const deleted = await printed(call, "cookies", "delete", "shop", "sid", "--domain", "example.com");
    expect(deleted).toBe('deleted 1 cookie "sid"\n');
    expect(await list(call, "--all-sites")).toEqual([]);
  });

  test("a cookie without a domain is for the host of the page alone", async () => {
    const url = await show(call);
    await printed(call, "cookies", "set", "shop", "theme", "dark");
    expect(await list(call)).toMatchObject([{ name: "theme", domain: new URL(url).hostname, expires: null }]);
  });

  test("a name with __Host- is set for the host of the page", async () => {
    await show(call);
    expect(await printed(call, "cookies", "set", "shop", "__Host-sid", "a", "--secure")).toContain("__Host-sid");
    expect(await list(call, "--all-sites")).toMatchObject([{ name: "__Host-sid", flags: ["Secure"] }]);
  });

  test("values of any script are kept", async () => {
    await show(call);
    await printed(call, "cookies", "set", "shop", "name", "Zoë 漢字 🎉");
    expect(await printed(call, "cookies", "get", "shop", "name")).toBe("Zoë 漢字 🎉");
  });

  test.each([
    ["a name with a semicolon", ["a;b", "v4lue"], "a name has no"],
    ["a name with an equals sign", ["a=b", "v4lue"], "a name has no"],
    ["a value with a semicolon", ["sid", "v4lue;b"], "a value has no"],
    ["a value with a line break", ["sid", "v4lue\nb"], "a value has no"],
    ["a value that ends with a space", ["sid", "v4lue "], "a value does not begin or end"],
    ["more than 4096 bytes", ["sid", `v4lue${"x".repeat(4_090)}`], "at most 4096 bytes"],
    ["more than 4096 bytes of another script", ["sid", `v4lue${"漢".repeat(1_400)}`], "at most 4096 bytes"],
    ["__Secure- without Secure", ["__Secure-sid", "v4lue"], "is for a Secure cookie"],
    ["__Host- with a domain", ["__Host-sid", "v4lue", "--secure", "--domain", "example.com"], "the host of the page"],
    ["SameSite=None without Secure", ["sid", "v4lue", "--same-site", "none"], "must be Secure"],
    ["a path that does not begin with a slash", ["sid", "v4lue", "--path", "app"], "a path begins"],
    ["a public suffix", ["sid", "v4lue", "--domain", "co.uk"], "must not be a public suffix"],
    ["a domain that is none", ["sid", "v4lue", "--domain", "a b/c"], "is no domain"],
  ])("%s is refused with the rule, without the value", async (_name, words, text) => {
    const { code, message } = await refusalOf(call, ["cookies", "set", "shop", ...words]);
    expect(code).toBe("bad_cookie");
    expect(message).toContain(text);
    expect(message).not.toContain("v4lue");
  });

  test("a page without a host has no cookies, and is said to have no host", async () => {
    await printed(call, "goto", "shop", "about:blank");
    expect(await list(call)).toEqual([]);
    const { code, message } = await refusalOf(call, ["cookies", "set", "shop", "a", "b"]);
    expect([code, message]).toEqual(["bad_cookie", expect.stringContaining("has no host")]);
  });

  test.each([["get"], ["delete"]])("%s of a cookie that is not there is exit 8", async (verb) => {
    await show(call, ["other=1"]);
    expect((await refusalOf(call, ["cookies", verb, "shop", "sid"])).code).toBe("no_cookie");
    const elsewhere = await refusalOf(call, ["cookies", verb, "shop", "other", "--domain", "example.com"]);
    expect(elsewhere.message).toContain("of example.com");
  });

  test("180 cookies of the page are listed and cleared, those of other sites stay", async () => {
    await show(
      call,
      Array.from({ length: 180 }, (_, at) => `c${at}=${at}`),
    );
    await printed(call, "cookies", "set", "shop", "other", "1", "--domain", "example.com");
    expect(await list(call)).toHaveLength(180);
    expect(await printed(call, "cookies", "clear", "shop")).toBe("deleted 180 cookies\n");
    expect(await list(call, "--all-sites")).toMatchObject([{ name: "other", domain: ".example.com" }]);
    expect(await printed(call, "cookies", "clear", "shop")).toBe("deleted 0 cookies\n");
  });

  test("a cookie that a frame of another site has for this page alone is listed and deleted", async () => {
    const { url } = await withServer((request, response) => {
      response.setHeader("content-type", "text/html");
      if (request.url === "/frame") response.setHeader("set-cookie", "chip=1; SameSite=None; Secure; Partitioned");
      const frame = `http://localhost:${request.socket.localPort}/frame`;
      response.end(request.url === "/" ? `<iframe src="${frame}"></iframe>` : "");
    });
    await printed(call, "cookies", "clear", "shop", "--all-sites", "--yes");
    await printed(call, "goto", "shop", url);
    expect(await list(call, "--domain", "localhost")).toMatchObject([
      { name: "chip", flags: ["Secure", "SameSite=None", "Partitioned"], partition: "http://127.0.0.1" },
    ]);
    expect(await printed(call, "cookies", "clear", "shop", "--domain", "localhost")).toBe("deleted 1 cookie\n");
    expect(await list(call, "--all-sites")).toEqual([]);
  });

  test("a value of --secret is in no output", async () => {
    await show(call);
    const env = { SID: "very-secret-0815" };
    const words = ["browsers", "cookies", "set", "shop", "sid", "--secret", "env:SID"];
    const { code, stderr, stdout } = await call(words, { env });
    expect([code, stdout]).toEqual([0, 'set cookie "sid" of 127.0.0.1/\n']);
    const preview = await call([...words, "--dry-run"], { env });
    expect(preview.code, preview.stderr).toBe(0);
    expect(stderr + preview.stdout + preview.stderr).not.toContain("0815");
    const refused = await call([...words, "--domain", "co.uk", "-o", "json"], { env });
    expect(refused.stdout + refused.stderr).not.toContain("0815");
  });
});

test("a value that was given by --secret is hidden afterwards", async () => {
  const call: Call = (args, options) => both.home().cli(args, options);
  await show(call);
  await call(["browsers", "cookies", "set", "shop", "sid", "--secret", "env:SID"], {
    env: { SID: "very-secret-0815" },
  });
  expect(await list(call, "--values")).toMatchObject([{ name: "sid", value: "••••" }]);
});

test("everything is cleared only after consent", async () => {
  const result = await both.home().cli(["browsers", "cookies", "clear", "shop", "--all-sites"]);
  expect(result.code).toBe(2);
  expect(result.stderr).toContain("--yes");
});

test.each([
  ["a value that is missing", ["sid"], "<value>"],
  ["a value and a secret", ["sid", "a", "--secret", "env:HOME"], "--secret"],
  ["an end that is no time", ["sid", "a", "--expires", "soon"], "--expires"],
  ["an end in the past", ["sid", "a", "--expires", "2020-01-01T00:00:00Z"], "a time to come"],
])("%s is exit 2", async (_name, words, text) => {
  const result = await both.home().cli(["browsers", "cookies", "set", "shop", ...words]);
  expect([result.code, result.stderr]).toEqual([2, expect.stringContaining(text)]);
});
