import { expect, test } from "vitest";
import { specs } from "../../../src/conformance/declarations.ts";
import { runHere } from "../../support/cli/run-cli.ts";
import { apiServer } from "../../support/servers/api-server.ts";

const record = specs.find(({ id }) => id === "deployments.create")?.example.result as object;
const env = { GIT_TOKEN: "ghp_secret\n" };
const words = [
  "apps",
  "deploy-repo",
  "https://github.com/example/shop",
  "--ref",
  "main",
  "--entrypoint",
  "src/shop.ts",
];

test("a repository is sent as JSON text, with its token from a source, which is not printed", async () => {
  const server = await apiServer({ request: "POST /deployments", answer: { json: record, status: 201 } });
  const more = [
    "--path",
    "apps/shop",
    "--repo-token",
    "env:GIT_TOKEN",
    "--app-version",
    "2",
    "--env",
    "A=1",
    "--force",
  ];
  const { code, stdout, stderr } = await runHere([...words, ...more, "--no-follow", "--debug"], {
    env: { ...server.env, ...env },
  });
  expect(code, stderr).toBe(0);
  const body = server.requests[0]?.text ?? "";
  const part = (name: string) => body.split(`name="${name}"\r\n\r\n`)[1]?.split("\r\n")[0];
  expect(JSON.parse(part("source") ?? "")).toEqual({
    type: "github",
    url: "https://github.com/example/shop",
    ref: "main",
    entrypoint: "src/shop.ts",
    path: "apps/shop",
    auth: { method: "github_token", token: "ghp_secret" },
  });
  expect([part("version"), part("force"), part("env_vars[A]")]).toEqual(["2", "true", "1"]);
  expect(stdout + stderr).not.toContain("ghp_secret");
});

test.each([
  [
    ["--repo-token", "ghp_secret"],
    "--repo-token: needs a source, not the token itself; use @FILE, env:NAME or - for stdin",
  ],
  [["--repo-token", "-", "--env-file", "-"], "--env-file: stdin is already read for --repo-token"],
])("%j is refused before anything is sent", async (more, message) => {
  const service = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: "t" };
  const { code, stderr } = await runHere([...words, ...more], { env: service });
  expect([code, stderr.includes(message)], stderr).toEqual([2, true]);
  expect(stderr).not.toContain("ghp_secret");
});

test("an address with a password, and a deployment without a ref or an entry file, are refused", async () => {
  const service = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: "t" };
  const secret = await runHere(["apps", "deploy-repo", "https://a:hunter2@github.com/x", ...words.slice(3)], {
    env: service,
  });
  expect([secret.code, secret.stderr.includes("give it by --repo-token")]).toEqual([2, true]);
  expect(secret.stderr).not.toContain("hunter2");
  const { code, stderr } = await runHere(words.slice(0, 3), { env: service });
  expect(code).toBe(2);
  expect(stderr).toContain("--ref");
  expect(stderr).toContain("--entrypoint");
});
