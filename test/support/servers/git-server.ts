import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.com",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.com",
};

/** Repositories of a test file, removed at its end. */
export function repositories() {
  const root = mkdtempSync(join(tmpdir(), "browserctl-git-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  let count = 0;
  const git = (cwd: string, ...args: string[]): string => execFileSync("git", args, { cwd, env, encoding: "utf8" });
  return {
    root,
    git,
    /** New repository with one commit of these files on `main`; a text that begins with `->` is a link. */
    create(files: Readonly<Record<string, string>>, { executable = [] as readonly string[] } = {}): string {
      count += 1;
      const path = join(root, `repository-${count}`);
      mkdirSync(path);
      git(path, "init", "--quiet", "--initial-branch=main");
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        if (text.startsWith("->")) symlinkSync(text.slice(2), join(path, name));
        else writeFileSync(join(path, name), text);
      }
      for (const name of executable) chmodSync(join(path, name), 0o755);
      git(path, "add", "--all");
      git(path, "commit", "--quiet", "--message", "first");
      return path;
    },
  };
}

/** Request to a git server, before git answers it; true when it was answered. */
export type BeforeGit = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Server of the repositories of a directory over http, by git's own program. */
export function gitServer(root: string, before: BeforeGit = () => false): Server {
  return createServer((request, response) => {
    if (before(request, response)) return;
    const url = new URL(request.url ?? "", "http://git");
    const backend = spawn("git", ["http-backend"], {
      env: {
        ...env,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: "1",
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        ...(request.headers["content-encoding"] && { HTTP_CONTENT_ENCODING: request.headers["content-encoding"] }),
        ...(request.headers["git-protocol"] && { GIT_PROTOCOL: String(request.headers["git-protocol"]) }),
      },
      stdio: ["pipe", "pipe", "ignore"],
    });
    backend.stdin.on("error", () => {});
    request.pipe(backend.stdin);
    const chunks: Buffer[] = [];
    backend.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    backend.on("close", () => {
      const whole = Buffer.concat(chunks);
      const end = whole.indexOf("\r\n\r\n");
      for (const line of whole.toString("latin1", 0, Math.max(0, end)).split("\r\n")) {
        const [name = "", value = ""] = line.split(/: ?(.*)/);
        if (name === "Status") response.statusCode = Number.parseInt(value, 10);
        else response.setHeader(name, value);
      }
      response.end(whole.subarray(end + 4));
    });
  });
}
