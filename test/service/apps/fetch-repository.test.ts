import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  fetchRepository,
  type RepositoryLimits,
  repositoryLimits,
} from "../../../src/service/apps/fetch-repository.ts";
import { readRepositorySource } from "../../../src/service/apps/repository-source.ts";
import { type BeforeGit, gitServer, repositories } from "../../support/servers/git-server.ts";
import { onLoopback } from "../../support/servers/loopback.ts";
import { heldTimers } from "../../support/service/held-timers.ts";

const repos = repositories();
const app = { "app.ts": "export default 1;" };

interface Wanted {
  readonly url: string;
  readonly ref?: string;
  readonly entrypoint?: string;
  readonly path?: string;
  readonly auth?: object;
  readonly limits?: Partial<RepositoryLimits>;
  readonly env?: NodeJS.ProcessEnv;
}

/** Fetches a repository to a new directory; gives the directory and the commit. */
async function fetched({ limits = {}, env = process.env, ...given }: Wanted) {
  const directory = mkdtempSync(join(tmpdir(), "browserctl-fetch-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const source = readRepositorySource(JSON.stringify({ type: "github", ref: "main", entrypoint: "app.ts", ...given }));
  const [into, work] = [join(directory, "source"), join(directory, "fetch")];
  const options = { source, into, work, env, signal: AbortSignal.timeout(600_000) };
  const run = fetchRepository({ ...options, limits: { ...repositoryLimits, ...limits } });
  const outcome = await run.then(
    (commit) => ({ commit, error: undefined }),
    (error: Error) => ({ commit: undefined, error }),
  );
  expect(existsSync(work)).toBe(false);
  return { ...outcome, into };
}

async function failure(wanted: Wanted): Promise<string> {
  const { error } = await fetched(wanted);
  expect(error?.name, error?.stack).toBe("RepositoryError");
  return error?.message ?? "";
}

const served = async (before?: BeforeGit): Promise<string> => (await onLoopback(gitServer(repos.root, before))).url;
const nameOf = (path: string): string => path.split("/").at(-1) ?? "";

test("a branch, a tag and a commit of a repository of the machine are fetched, and a directory of it alone", async () => {
  const path = repos.create({ ...app, "apps/shop/src/shop.ts": "1", "apps/other.ts": "2" }, { executable: ["app.ts"] });
  const first = repos.git(path, "rev-parse", "HEAD").trim();
  repos.git(path, "tag", "v1");
  repos.git(path, "commit", "--quiet", "--allow-empty", "--message", "second");
  const second = repos.git(path, "rev-parse", "HEAD").trim();
  const main = await fetched({ url: `file://${path}` });
  expect([main.commit, readdirSync(main.into).sort()]).toEqual([second, ["app.ts", "apps"]]);
  expect((await fetched({ url: path, ref: "v1" })).commit).toBe(first);
  expect((await fetched({ url: path, ref: first })).commit).toBe(first);
  const inner = await fetched({ url: path, path: "apps/shop/", entrypoint: "./src/shop.ts" });
  expect(readdirSync(inner.into)).toEqual(["src"]);
});

test("a repository is fetched over http without its history", async () => {
  const path = repos.create(app);
  repos.git(path, "commit", "--quiet", "--allow-empty", "--message", "second");
  const asked: string[] = [];
  const url = await served((request) => {
    asked.push(request.url ?? "");
    return false;
  });
  const { commit, into } = await fetched({ url: `${url}/${nameOf(path)}/.git` });
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  expect(readFileSync(join(into, "app.ts"), "utf8")).toBe("export default 1;");
  expect(asked.length).toBeGreaterThan(1);
});

test("what has no such ref, directory or entry file says so", async () => {
  const url = repos.create(app);
  expect(await failure({ url, ref: "nope" })).toBe(
    `the repository "${nameOf(url)}" has no "nope": name a branch or a tag, or all 40 digits of a commit`,
  );
  expect(await failure({ url, path: "apps" })).toBe('the repository has no directory "apps" at "main"');
  expect(await failure({ url, path: "app.ts" })).toBe('the repository has no directory "app.ts" at "main"');
  expect(await failure({ url, entrypoint: "src/app.ts" })).toBe('the repository has no file "src/app.ts" at "main"');
  expect(await failure({ url: `${url}-gone` })).toBe(`the repository "${nameOf(url)}-gone" does not exist`);
  expect(await failure({ url: "http://127.0.0.1:9/x" })).toBe(
    'the repository "http://127.0.0.1:9/x" cannot be reached',
  );
});

/** A git that writes down its arguments, and the files of its working directory that have a text. */
function recordingGit(text = "no such text") {
  const bin = mkdtempSync(join(repos.root, "bin-"));
  const record = join(bin, "seen");
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const script = `#!/bin/sh\necho "$@" >> ${record}\n${real} "$@"; code=$?\ngrep -rl "${text}" . >> ${record}\nexit $code\n`;
  writeFileSync(join(bin, "git"), script, { mode: 0o755 });
  return { env: { ...process.env, PATH: `${bin}:${process.env["PATH"]}` }, seen: () => readFileSync(record, "utf8") };
}

/** Asks for a password, and notes those that it gets. */
function passworded(token: string, given: string[]): BeforeGit {
  return (request, response) => {
    const { authorization } = request.headers;
    if (authorization) given.push(Buffer.from(authorization.split(" ")[1] ?? "", "base64").toString());
    if (given.at(-1) === `x-access-token:${token}` && authorization) return false;
    response.writeHead(401, { "www-authenticate": "Basic realm=x" }).end();
    return true;
  };
}

test("a repository that wants a password is refused without a question, and takes a token that no argument and no file has", async () => {
  const token = "ghp_secret-token-1";
  const given: string[] = [];
  const path = repos.create(app);
  const url = await served(passworded(token, given));
  const wanted = { url: `${url}/${nameOf(path)}/.git` };
  const needs = `the repository "${wanted.url}" needs a login, or does not exist: give a token by auth that may read it`;
  expect(await failure(wanted)).toBe(needs);
  expect(given).toEqual([]);
  expect(await failure({ ...wanted, auth: { method: "github_token", token: "ghp_wrong" } })).toBe(needs);
  const { env, seen } = recordingGit(token);
  const right = await fetched({ ...wanted, auth: { method: "github_token", token }, env });
  expect(right.commit, right.error?.message).toMatch(/^[0-9a-f]{40}$/);
  expect(seen().trim().split("\n").length).toBe(5);
  expect(seen()).not.toContain(token);
});

test("a password that the user has stored for the host is sent for nobody", async () => {
  const given: string[] = [];
  const path = repos.create(app);
  const url = await served(passworded("t", given));
  const home = mkdtempSync(join(tmpdir(), "browserctl-home-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  writeFileSync(join(home, ".netrc"), "machine 127.0.0.1 login x-access-token password t\n", { mode: 0o600 });
  const wanted = { url: `${url}/${nameOf(path)}/.git`, env: { ...process.env, HOME: home } };
  expect(await failure(wanted)).toContain("needs a login");
  expect(given).toEqual([]);
});

test("a transfer that breaks off says so", async () => {
  const path = repos.create(app);
  const url = await served((request, response) => {
    if (request.method !== "POST") return false;
    response.writeHead(200, { "content-type": "application/x-git-upload-pack-result", "content-length": "1000" });
    response.write("0011", () => response.destroy());
    return true;
  });
  const wanted = { url: `${url}/${nameOf(path)}/.git` };
  expect(await failure(wanted)).toBe(`the repository "${wanted.url}" broke off while it was sent`);
});

test("a token is not sent to another host that the address redirects to", async () => {
  const given: string[] = [];
  const path = repos.create(app);
  const other = (await served(passworded("t", given))).replace("127.0.0.1", "localhost");
  const url = await served((request, response) => {
    response.writeHead(302, { location: `${other}${request.url}` }).end();
    return true;
  });
  const auth = { method: "github_token", token: "t" };
  expect(await failure({ url: `${url}/${nameOf(path)}/.git`, auth })).toContain("needs a login");
  expect(given).toEqual([]);
});

test("a repository that is too large, by its pack, its files or their number, is refused", async () => {
  const noise = (from: number) => Array.from({ length: 3_000 }, (_, at) => Math.sin(from + at)).join(" ");
  const url = repos.create({ ...app, "a/one": noise(0), "a/two": noise(10_000) });
  const message = "the repository is larger than 0 MiB, or has more than";
  const { env, seen } = recordingGit();
  // Each file is within the limit, and both together are not.
  expect(await failure({ url, limits: { bytes: 45_000 }, env })).toContain(message);
  expect(seen()).toContain(" fetch ");
  expect(seen()).not.toContain(" archive ");
  const zeros = repos.create({ ...app, zeros: "0".repeat(300_000) });
  expect(await failure({ url: zeros, limits: { bytes: 102_400 } })).toContain(message);
  expect(await failure({ url, limits: { entries: 2 } })).toContain("or has more than 2 files");
});

test("a submodule is an empty directory, and nothing is fetched for it", async () => {
  const inner = repos.create(app);
  const url = repos.create(app);
  repos.git(url, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", `file://${inner}`, "inner");
  repos.git(url, "commit", "--quiet", "--message", "with a submodule");
  const { into, error } = await fetched({ url });
  expect(error).toBeUndefined();
  expect(readdirSync(join(into, "inner"))).toEqual([]);
});

test.each(["->/etc/passwd", "->../../outside"])(
  "a link %s that leads out of the repository is refused",
  async (link) => {
    const url = repos.create({ ...app, link });
    expect(await failure({ url })).toMatch(/^the files of the repository cannot be unpacked: .*link/);
  },
);

test("no hook, filter or configuration of the repository or of the user runs", async () => {
  const mark = join(repos.root, "ran");
  const url = repos.create({ ...app, ".gitattributes": "*.ts filter=bad" });
  repos.git(url, "config", "filter.bad.smudge", `touch ${mark}`);
  repos.git(url, "config", "uploadpack.packObjectsHook", `touch ${mark};`);
  for (const hook of ["post-checkout", "pre-receive", "reference-transaction", "post-upload-pack"]) {
    execFileSync(
      "sh",
      ["-c", `printf '#!/bin/sh\\ntouch ${mark}\\n' > .git/hooks/${hook}; chmod +x .git/hooks/${hook}`],
      {
        cwd: url,
      },
    );
  }
  const home = mkdtempSync(join(tmpdir(), "browserctl-home-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const config = `[core]\nfsmonitor = touch ${mark}\n[filter "bad"]\nsmudge = touch ${mark}\n[credential]\nhelper = "!touch ${mark};"\n`;
  execFileSync("sh", ["-c", 'printf %s "$1" > .gitconfig', "sh", config], { cwd: home });
  const path = await served(passworded("t", []));
  expect((await fetched({ url, env: { ...process.env, HOME: home } })).error).toBeUndefined();
  await failure({ url: `${path}/${nameOf(url)}/.git`, env: { ...process.env, HOME: home } });
  expect(existsSync(mark)).toBe(false);
});

test("a server that stalls is given up after the limit of time", async () => {
  const path = repos.create(app);
  const stalled = Promise.withResolvers<void>();
  const url = await served(() => {
    stalled.resolve();
    return true;
  });
  const timers = heldTimers();
  const wanted = { url: `${url}/${nameOf(path)}/.git` };
  const run = failure(wanted);
  await stalled.promise;
  await timers.pass(repositoryLimits.ms);
  expect(await run).toBe(`the repository "${wanted.url}" was not fetched within 60 s`);
});

test("a machine without git says so", async () => {
  expect(await failure({ url: repos.create(app), env: { PATH: "/nowhere" } })).toBe(
    "git is not installed on this machine: install it, or send the files with apps deploy",
  );
});
