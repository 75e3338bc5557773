import { expect, test } from "vitest";
import { readRepositorySource } from "../../../src/service/apps/repository-source.ts";

const whole = { type: "github", url: "https://github.com/example/shop", ref: "main", entrypoint: "src/shop.ts" };

function problemsOf(change: object): string[] {
  try {
    readRepositorySource(JSON.stringify({ ...whole, ...change }));
    return [];
  } catch (error) {
    return (error as { problems: { path: string; message: string }[] }).problems.map(
      ({ path, message }) => `${path}: ${message}`,
    );
  }
}

test("a repository has an address, a ref, an entry file, and optionally a directory and a token", () => {
  const auth = { method: "github_token", token: "ghp_1" };
  expect(readRepositorySource(JSON.stringify({ ...whole, path: "./apps/shop/", auth }))).toEqual({
    shown: whole.url,
    url: whole.url,
    protocol: "https",
    ref: "main",
    path: "apps/shop",
    entrypoint: "src/shop.ts",
    token: "ghp_1",
  });
});

test.each([
  ["git@github.com:example/shop.git", "ssh", "git@github.com:example/shop.git"],
  ["ssh://git@example.com/shop.git", "ssh", "ssh://git@example.com/shop.git"],
  ["/srv/shop dir", "file", "file:///srv/shop%20dir"],
  ["file:///srv/shop", "file", "file:///srv/shop"],
  ["http://127.0.0.1:1/shop", "http", "http://127.0.0.1:1/shop"],
])("the address %s is %s", (url, protocol, forGit) => {
  expect(readRepositorySource(JSON.stringify({ ...whole, url }))).toMatchObject({ protocol, url: forGit });
});

test.each(["/srv/apps/shop", "/srv/apps/shop/.git", "file:///srv/apps/shop/"])("%s is shown as shop", (url) => {
  expect(readRepositorySource(JSON.stringify({ ...whole, url })).shown).toBe("shop");
});

const noAddress = "source.url: must be an https, http, ssh or file address of a repository, or an absolute path";
const noRef = "source.ref: must be the name of a branch or a tag, or all 40 digits of a commit";
const noFile = "source.entrypoint: must be a file within the directory of path";

test.each([
  [{ url: "ext::sh -c touch% /tmp/x" }, noAddress],
  [{ url: "git@ext::sh" }, noAddress],
  [{ url: "git://example.com/shop" }, noAddress],
  [{ url: "--upload-pack=touch" }, noAddress],
  [{ url: "shop" }, noAddress],
  [{ url: "ssh://-oProxyCommand=x/shop" }, "source.url: must not begin with a hyphen"],
  [{ url: "https://ada:secret@example.com/x" }, "source.url: must have no user and no password: give a token by auth"],
  [{ url: "https://ghp_1@example.com/x" }, "source.url: must have no user and no password: give a token by auth"],
  [{ url: "file://host/srv/shop" }, "source.url: must name a path of this machine: file:///path"],
  [{ url: "" }, "source.url: must be a text of 1 to 2048 characters without control characters"],
  [{ url: undefined }, "source.url: is missing"],
  [{ ref: "-x" }, noRef],
  [{ ref: "+main" }, noRef],
  [{ ref: "a:b" }, noRef],
  [{ ref: "main..other" }, noRef],
  [{ entrypoint: "../x" }, noFile],
  [{ entrypoint: "/x" }, noFile],
  [{ entrypoint: "./" }, noFile],
  [{ path: "../x" }, "source.path: must be a directory within the repository"],
  [{ path: "-x" }, "source.path: must be a directory within the repository"],
  [{ type: "gitlab" }, 'source.type: must be "github"'],
  [{ branch: "x" }, "source.branch: is unknown"],
  [{ auth: { method: "x", token: "t" } }, 'source.auth.method: must be "github_token"'],
  [
    { auth: { method: "github_token", token: "a\nb" } },
    "source.auth.token: must be a token of 1 to 1024 visible ASCII characters",
  ],
  [
    { url: "http://example.com/x", auth: { method: "github_token", token: "t" } },
    "source.auth: is for an https address, so that nobody on the way reads the token",
  ],
])("%j is refused", (change, problem) => {
  expect(problemsOf(change)).toEqual([problem]);
});

test.each(["{", "[]", "1", '"x"'])("the text %s is no repository", (text) => {
  expect(() => readRepositorySource(text)).toThrow(
    expect.objectContaining({ problems: [{ path: "source", message: "must be a JSON object" }] }),
  );
});
