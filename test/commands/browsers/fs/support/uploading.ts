import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CliOptions,
  type CliResult,
  type HereOptions,
  type Home,
  runHere,
  startCli,
  temporaryHome,
} from "../../../../support/cli/run-cli.ts";
import {
  UPLOAD_SECRET,
  type UploadServer,
  type UploadStep,
  uploadServer,
} from "../../../../support/servers/upload-server.ts";

export const data = randomBytes(8_000_000);
export const sum = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A home with files. */
export function homeWith(files: Record<string, string | Uint8Array>): Home {
  const home = temporaryHome();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(home.dir, path, ".."), { recursive: true });
    writeFileSync(join(home.dir, path), content);
  }
  return home;
}

export async function sent(
  args: readonly string[],
  home: Home,
  steps?: UploadStep[],
  options: HereOptions = {},
): Promise<CliResult & { server: UploadServer }> {
  const server = await uploadServer(steps);
  const result = await runHere(["browsers", "fs", ...args], {
    ...options,
    home,
    env: { ...options.env, ...server.env },
  });
  return { ...result, server };
}

/** The same in a process of its own, with a temporary folder whose content the test sees. */
export async function sentApart(
  args: readonly string[],
  home: Home,
  steps?: UploadStep[],
  options: CliOptions = {},
): Promise<{ server: UploadServer; cli: ReturnType<typeof startCli>; staged: () => string[] }> {
  const server = await uploadServer(steps);
  const tmp = mkdtempSync(join(home.dir, "tmp-"));
  const env = { ...server.env, TMPDIR: tmp, ...options.env };
  const cli = startCli(["browsers", "fs", ...args], { ...options, home, env });
  return { server, cli, staged: () => readdirSync(tmp).filter((name) => name.includes("browserctl")) };
}

/** Makes a server the local service of a home. */
export function becomeLocal({ env, url, port }: UploadServer, { configDir, stateDir }: Home): void {
  const settings = {
    version: 1,
    current: "local",
    contexts: { local: { kind: "local" } },
    directories: {},
    values: {},
  };
  const state = { pid: process.pid, port, base_url: url, token: env.BROWSERCTL_TOKEN, secret: UPLOAD_SECRET };
  for (const [dir, name, value] of [
    [configDir, "settings.json", settings],
    [stateDir, "service.json", state],
  ] as const) {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, name), JSON.stringify(value));
  }
}

/** The names and values of a form that fits the beginning of a body. */
export function parts(start: string): string[] {
  return start
    .split(/--form-data-encoder-\w+(?:--)?\r\n/)
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const [head = "", body = ""] = part.split("\r\n\r\n");
      return `${/name="([^"]*)"/.exec(head)?.[1]}${/filename="([^"]*)"/.exec(head)?.[1]?.replace(/^/, "@") ?? ""}=${body.trimEnd()}`;
    });
}
