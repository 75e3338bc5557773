import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ensureDebianPackage } from "../screen/debian-package.ts";
import { until } from "../until.ts";

const run = promisify(execFile);

/** A session bus of its own, without services that D-Bus starts by itself. */
const busConfig = (socket: string): string => `<busconfig>
  <type>session</type><listen>unix:path=${socket}</listen><auth>EXTERNAL</auth>
  <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
`;

/** The keychain of a desktop, gnome-keyring, on a bus of its own. */
export interface Keyring extends AsyncDisposable {
  /** Environment that leads programs to it. */
  env: { DBUS_SESSION_BUS_ADDRESS: string };
  lock(): Promise<void>;
  /** Stops it from answering, and lets it go on. */
  freeze(): void;
  thaw(): void;
  /** Number of entries. */
  entries(): Promise<number>;
}

/** Starts a bus alone: nothing on it is a keychain. */
export async function startBus(): Promise<{ env: Keyring["env"]; directory: string } & AsyncDisposable> {
  const daemon = await ensureDebianPackage("dbus", "dbus-daemon");
  const directory = mkdtempSync(join(tmpdir(), "browserctl-bus-"));
  const socket = join(directory, "bus");
  const config = join(directory, "bus.conf");
  writeFileSync(config, busConfig(socket));
  const bus = spawn(daemon, [`--config-file=${config}`, "--nofork", "--nopidfile"], { stdio: "ignore" });
  const env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` };
  const ended = new Promise((resolve) => bus.on("close", resolve));
  const stop = async (): Promise<void> => {
    bus.kill("SIGKILL");
    await ended;
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  };
  const id = (): Promise<string> =>
    send(env, "/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus.GetId");
  await answers(id).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { env, directory, [Symbol.asyncDispose]: stop };
}

/** Starts an unlocked, empty keychain. */
export async function startKeyring(): Promise<Keyring> {
  const program = await ensureDebianPackage("gnome-keyring", "gnome-keyring-daemon");
  const bus = await startBus();
  const { env, directory } = bus;
  const home = join(directory, "home");
  mkdirSync(home);
  const args = [
    "--foreground",
    "--unlock",
    "--components=secrets",
    `--control-directory=${join(directory, "control")}`,
  ];
  const daemon = spawn(program, args, {
    env: { ...process.env, ...env, HOME: home, XDG_DATA_HOME: join(home, "data") },
    stdio: ["pipe", "ignore", "ignore"],
  });
  daemon.stdin.end("password");
  const ended = new Promise((resolve) => daemon.on("close", resolve));
  const secrets = (path: string, member: string, ...values: string[]): Promise<string> =>
    send(env, `/org/freedesktop/secrets${path}`, "org.freedesktop.secrets", member, ...values);
  const items = (): Promise<string> =>
    secrets(
      "/collection/login",
      "org.freedesktop.DBus.Properties.Get",
      "string:org.freedesktop.Secret.Collection",
      "string:Items",
    );
  const stop = async (): Promise<void> => {
    daemon.kill("SIGKILL");
    await ended;
    await bus[Symbol.asyncDispose]();
  };
  await answers(items).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    env,
    lock: async () => {
      const path = "array:objpath:/org/freedesktop/secrets/collection/login";
      await secrets("", "org.freedesktop.Secret.Service.Lock", path);
    },
    freeze: () => void daemon.kill("SIGSTOP"),
    thaw: () => void daemon.kill("SIGCONT"),
    entries: async () => (await items()).match(/object path/g)?.length ?? 0,
    [Symbol.asyncDispose]: stop,
  };
}

/** Waits until a call succeeds. */
async function answers(call: () => Promise<unknown>): Promise<void> {
  let last: unknown;
  const succeeded = (): Promise<boolean> =>
    call().then(
      () => true,
      (error: unknown) => {
        last = error;
        return false;
      },
    );
  await until(succeeded, { what: () => `an answer over D-Bus: ${last}` });
}

async function send(
  env: Keyring["env"],
  path: string,
  to: string,
  member: string,
  ...values: string[]
): Promise<string> {
  const words = ["--session", "--print-reply", "--reply-timeout=5000", `--dest=${to}`, path, member, ...values];
  return (await run("dbus-send", words, { env: { ...process.env, ...env } })).stdout;
}
