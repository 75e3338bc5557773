import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { within } from "../../core/pause.ts";
import type { Container } from "../processes/container.ts";
import type { DisplayAccess } from "../processes/container-browser.ts";
import { startInContainer } from "../processes/container-program.ts";
import type { SessionPaths } from "../processes/session-paths.ts";
import type { DisplayMouse } from "./display-device.ts";
import { DisplayError } from "./display-error.ts";
import { freeDisplayNumber } from "./display-number.ts";
import { openboxConfig } from "./openbox-config.ts";
import { RfbClient } from "./rfb/rfb-client.ts";
import { xAuthority } from "./x-authority.ts";

export interface DisplayOptions {
  /** Paths of Xvnc and openbox. */
  programs: { readonly xvnc: string; readonly openbox: string };
  paths: SessionPaths;
  container: Container;
  /** The session's directory. */
  dir: string;
  /** Size in pixels. */
  size: { width: number; height: number };
  log: (line: string) => void;
  signal: AbortSignal;
}

/** Directory of a display in a session's directory. */
const DIRECTORY = "screen";
/** The same inside the container. */
const INSIDE = "/run/browserctl/screen";
const SOCKETS = "/tmp/.X11-unix";
/** Authority file as the browser sees it, which does not see the rest of the directory. */
const COOKIE = "/run/browserctl/xauthority";
const START_BOUND_MS = 15_000;
/** Largest text that a viewer can put on the clipboard, in bytes. assumed: as much as the API takes. */
const CLIPBOARD_BYTES = 20 * 2 ** 20;
/** Times that a killed window manager is started again. */
const MANAGER_STARTS = 5;
const OUTPUT_LIMIT = 2_000;

/**
 * Private display of a session: an X server with an RFB socket (Xvnc) and a window manager (openbox), in the session's
 * container. The server listens neither on TCP nor on an abstract socket, and asks its clients for a cookie. Its socket
 * of X is seen by the browser alone, its RFB socket by the service alone.
 */
export class Display {
  /** Access for the session's browser. */
  readonly access: DisplayAccess;
  /** Resolves with the reason when the display has ended by itself. */
  readonly ended: Promise<string>;
  readonly rfb: RfbClient;
  readonly mouse: DisplayMouse = { buttons: 0, dragged: false };
  readonly #socketPath: string;

  private constructor(access: DisplayAccess, rfb: RfbClient, ended: Promise<string>, socketPath: string) {
    this.access = access;
    this.rfb = rfb;
    this.ended = ended;
    this.#socketPath = socketPath;
  }

  /**
   * Starts a display. Throws a {@link DisplayError} `not-started`, or the signal's reason; what was started ends with the
   * container.
   */
  static async start(options: DisplayOptions): Promise<Display> {
    const { dir, size, signal } = options;
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(START_BOUND_MS)]);
    const own = join(dir, DIRECTORY);
    const number = await freeDisplayNumber();
    await makeDirectories(own);
    const env = { DISPLAY: `:${number}`, XAUTHORITY: `${INSIDE}/xauthority`, HOME: INSIDE };
    try {
      const server = await startServer(options, number, bounded);
      const manager = new WindowManager(options, env);
      await manager.start(bounded);
      const socketPath = join(own, "rfb");
      const rfb = await RfbClient.open(await opened(socketPath));
      const ended = server.ended.then((reason) => {
        manager.stop();
        return reason;
      });
      const access: DisplayAccess = {
        env: { DISPLAY: env.DISPLAY, XAUTHORITY: COOKIE },
        mounts: [
          ...["--bind", join(own, "tmp", ".X11-unix"), SOCKETS],
          ...["--ro-bind", join(own, "xauthority"), COOKIE],
        ],
      };
      return new Display(access, rfb, ended, socketPath);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DisplayError) throw error;
      const { width, height } = size;
      const why = bounded.aborted ? `it was not ready within ${START_BOUND_MS / 1_000} s` : (error as Error).message;
      const message = `the display of ${width}x${height} did not start: ${why}`;
      throw new DisplayError("not-started", message, { cause: error });
    }
  }

  /** Opens another connection to the RFB server, which speaks first and asks for no password. */
  connect(): Promise<Socket> {
    return opened(this.#socketPath);
  }
}

async function makeDirectories(own: string): Promise<void> {
  await mkdir(join(own, "tmp", ".X11-unix"), { recursive: true, mode: 0o700 });
  await Promise.all([
    writeFile(join(own, "xauthority"), xAuthority(), { mode: 0o600 }),
    writeFile(join(own, "openbox.xml"), openboxConfig, { mode: 0o600 }),
  ]);
}

interface Server {
  /** Resolves with the reason when it has ended. */
  ended: Promise<string>;
}

/** Starts Xvnc and waits until clients can connect. */
async function startServer(options: DisplayOptions, number: number, signal: AbortSignal): Promise<Server> {
  const { programs, paths, container, dir, size, log } = options;
  const { width, height } = size;
  const command = [
    ...[programs.xvnc, `:${number}`, "-geometry", `${width}x${height}`, "-depth", "24", "-dpi", "96"],
    ...["-auth", `${INSIDE}/xauthority`, "-nolisten", "tcp", "-nolisten", "local", "-displayfd", "3"],
    ...["-rfbport", "-1", "-rfbunixpath", `${INSIDE}/rfb`, "-rfbunixmode", "0600", "-SecurityTypes", "None"],
    ...["-AlwaysShared", "-AcceptSetDesktopSize=1", "-FrameRate", "60", "-MaxCutText", `${CLIPBOARD_BYTES}`],
    // The selection that a middle click pastes is no clipboard.
    ...["-SendPrimary=0", "-SetPrimary=0", "-br"],
  ];
  const own = join(dir, DIRECTORY);
  // The server puts its socket and its lock into `/tmp`, which is therefore its own.
  const mounts = ["--bind", own, INSIDE, "--bind", join(own, "tmp"), "/tmp"];
  const { child } = await startInContainer(paths, container, { command, mounts, env: { HOME: INSIDE } });
  const output = logged(child, log);
  const ended = exitOf(child).then((how) => `Xvnc ${how}${output.tail()}`);
  await ready(child, ended, signal);
  return { ended };
}

/** The window manager; started again when it was killed. */
class WindowManager {
  readonly #options: DisplayOptions;
  readonly #env: Readonly<Record<string, string>>;
  #starts = 0;
  #stopped = false;

  constructor(options: DisplayOptions, env: Readonly<Record<string, string>>) {
    this.#options = options;
    this.#env = env;
  }

  /** Starts it and waits until it manages the windows. */
  async start(signal: AbortSignal): Promise<void> {
    const { programs, paths, container, dir, log } = this.#options;
    this.#starts += 1;
    const own = join(dir, DIRECTORY);
    const { child } = await startInContainer(paths, container, {
      command: [
        // Of a program that it starts, openbox closes every descriptor but the first three.
        ...["/bin/sh", "-c", 'exec "$@" >&3', "sh"],
        ...[programs.openbox, "--sm-disable", "--config-file", `${INSIDE}/openbox.xml`, "--startup", "echo ready"],
      ],
      env: { ...this.#env, LANG: "C.UTF-8", PATH: "/usr/bin:/bin" },
      mounts: ["--bind", own, INSIDE, "--bind", join(own, "tmp", ".X11-unix"), SOCKETS],
    });
    const output = logged(child, log);
    const ended = exitOf(child).then((how) => `openbox ${how}${output.tail()}`);
    await ready(child, ended, signal);
    void ended.then((reason) => this.#again(reason));
  }

  stop(): void {
    this.#stopped = true;
  }

  async #again(reason: string): Promise<void> {
    if (this.#stopped || this.#starts >= MANAGER_STARTS) return;
    this.#options.log(`${reason}; it starts again`);
    // The container may be closing.
    await this.start(AbortSignal.timeout(START_BOUND_MS)).catch((error: Error) => this.#options.log(error.message));
  }
}

/** Waits for the first output on descriptor 3. Rejects when the program ends first, or with the signal's reason. */
async function ready(child: ChildProcess, ended: Promise<string>, signal: AbortSignal): Promise<void> {
  const output = child.stdio?.[3] as Readable | undefined;
  if (!output) throw new Error(await ended);
  const first = once(output, "data", { signal }).catch(() => signal.throwIfAborted());
  await Promise.race([first, ended.then((reason) => Promise.reject(new Error(reason)))]);
  output.resume();
}

/** Logs the program's stderr, and keeps its end for an error. */
function logged(child: ChildProcess, log: (line: string) => void): { tail: () => string } {
  let all = "";
  for (const stream of child.stdio ?? []) stream?.on("error", () => {});
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    all = `${all}${text}`.slice(-OUTPUT_LIMIT);
    for (const line of text.split("\n")) if (line.trim() !== "") log(line.slice(0, OUTPUT_LIMIT));
  });
  return { tail: () => (all.trim() === "" ? "" : `: ${all.trim().split("\n").at(-1)}`) };
}

async function exitOf(child: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  child.once("error", (error) => resolve(`could not be started: ${error.message}`));
  child.once("exit", (code, signal) => resolve(signal ? `was ended by ${signal}` : `ended with exit code ${code}`));
  return promise;
}

const CONNECT_BOUND_MS = 5_000;

async function opened(path: string): Promise<Socket> {
  const socket = connect(path);
  const isOpen = once(socket, "connect").then(() => true as const);
  if (await within(isOpen, CONNECT_BOUND_MS)) return socket;
  socket.destroy();
  throw new DisplayError("ended", `the display did not accept a connection within ${CONNECT_BOUND_MS / 1_000} s`);
}
