import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile, symlink, watch, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { within } from "../../core/pause.ts";
import { reasonOf } from "../driver-error.ts";
import type { Container } from "../processes/container.ts";
import type { DisplayAccess } from "../processes/container-browser.ts";
import type { SessionPaths } from "../processes/session-paths.ts";
import type { DisplayMouse } from "./display-device.ts";
import { DisplayError } from "./display-error.ts";
import { type DisplayPlace, inside, type RunningProgram, startProgram } from "./display-program.ts";
import { openboxConfig } from "./openbox-config.ts";
import { RfbClient } from "./rfb/rfb-client.ts";
import { WindowManager } from "./window-manager.ts";

/** Visibility of the pointer of a display. The X server hides it from programs, not from the clients of its RFB socket. */
export class PointerVisibility {
  readonly #listeners = new Set<(hidden: boolean) => void>();
  #hidden = false;

  get hidden(): boolean {
    return this.#hidden;
  }

  set(hidden: boolean): void {
    if (hidden === this.#hidden) return;
    this.#hidden = hidden;
    for (const listener of this.#listeners) listener(hidden);
  }

  /** Calls a listener at each change, and now when the pointer is hidden. Returns the function that stops it. */
  follow(listener: (hidden: boolean) => void): () => void {
    this.#listeners.add(listener);
    if (this.#hidden) listener(true);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}

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
  warn: (line: string) => void;
  signal: AbortSignal;
  /** Time limit of the start; 15 s when omitted. */
  startBoundMs?: number;
  /**
   * Called when a program that connects to the display may be started; the program waits until the display is ready.
   */
  reachable?: (access: DisplayAccess) => void;
}

type DisplayParts = Pick<Display, "managed" | "ended"> & { readonly socketPath: string };

/** Directory of a display in a session's directory. */
const DIRECTORY = "screen";
/** RFB socket in the directory of a display. */
const RFB_SOCKET = "rfb";
/** Path of the authority file for the browser, which does not see the rest of the directory. */
const COOKIE = "/run/browserctl/xauthority";
const START_BOUND_MS = 15_000;
/** Maximum size of a text that a viewer can put on the clipboard, in bytes. assumed: as much as the API accepts. */
const MAX_CLIPBOARD_BYTES = 20 * 2 ** 20;
/** Maximum time from the end of the connection until the end of the X server is reported, in milliseconds. */
const SERVER_END_MS = 2_000;
/** Time limit of the question whether a display is connected, in milliseconds. A stopped display has no answer. */
const SILENCE_BOUND_MS = 2_000;

/**
 * Private display of a session: an X server with an RFB socket (Xvnc) and a window manager (openbox), in the session's
 * container. The server listens neither on TCP nor on an abstract socket, and requires a cookie from its clients, so
 * that other sessions cannot reach it. Its X socket is mounted only for the browser, its RFB socket only for the
 * service. Its clients find it by a number that nobody else knows, so that no other program can listen in place of the
 * server.
 *
 * assumed: a process of the same session may reach both sockets, through `/proc/<pid>/root` of a program of the
 * display. It has the same user and namespaces, and could also trace or end the browser.
 */
export class Display {
  /** Access for the session's browser. */
  readonly access: DisplayAccess;
  /** Resolves when its windows are managed; rejects with a {@link DisplayError} `not-started`. */
  readonly managed: Promise<void>;
  /** Resolves with the reason when the display has ended by itself. */
  readonly ended: Promise<string>;
  readonly rfb: RfbClient;
  readonly mouse: DisplayMouse = { buttons: 0, dragged: false };
  readonly pointer = new PointerVisibility();
  readonly #socketPath: string;

  private constructor(access: DisplayAccess, rfb: RfbClient, { managed, ended, socketPath }: DisplayParts) {
    this.access = access;
    this.rfb = rfb;
    this.managed = managed;
    this.ended = ended;
    this.#socketPath = socketPath;
  }

  /**
   * Starts a display. Resolves when it is ready, before its windows are managed: managing takes a third of the time,
   * and a browser has no window yet. Throws a {@link DisplayError} `not-started`, or the signal's reason; programs that
   * were started end with the container.
   */
  static async start(options: DisplayOptions): Promise<Display> {
    const { dir, size, signal, programs, paths, container, log, warn, startBoundMs = START_BOUND_MS } = options;
    const { reachable = () => {} } = options;
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(startBoundMs)]);
    const failed = Promise.withResolvers<void>();
    const place: DisplayPlace = { paths, container, own: join(dir, DIRECTORY), log, warn };
    const fail = (what: string, error: unknown): never => {
      failed.resolve();
      signal.throwIfAborted();
      const late = `${what} was not ready within ${startBoundMs / 1_000} s`;
      const message = `the screen of ${size.width}x${size.height} did not start: ${bounded.aborted ? late : reasonOf(error)}`;
      throw new DisplayError("not-started", message, { cause: error });
    };
    const number = await secretDisplayNumber();
    // A full disk is reported as such.
    await makeDirectories(place.own, number);
    let doing = "Xvnc";
    try {
      // With this prefix a client whose server has ended does not try a port of the machine.
      const env = { DISPLAY: `unix:${number}`, XAUTHORITY: `${inside.own}/xauthority`, HOME: inside.own };
      const starting = startServer(place, programs.xvnc, size, bounded, ({ sharedMemory }) =>
        reachable(accessTo(place, env.DISPLAY, sharedMemory)),
      );
      const serverEnded = starting.then(({ ended }) => ended).catch(() => {});
      const manager = new WindowManager(place, programs.openbox, env, Promise.race([serverEnded, failed.promise]));
      const managed = manager.start(bounded, starting).catch((error: unknown) => fail("openbox", error));
      // Callers need not wait for it.
      managed.catch(() => {});
      const server = await starting;
      doing = "the connection to Xvnc";
      const socketPath = join(place.own, RFB_SOCKET);
      const rfb = await RfbClient.open(await opened(socketPath), bounded);
      const ended = endOf(server, rfb);
      return new Display(accessTo(place, env.DISPLAY, server.sharedMemory), rfb, { managed, ended, socketPath });
    } catch (error) {
      return fail(doing, error);
    }
  }

  /** False as soon as the connection has ended; true when the display answers, or is silent for 2 s. */
  async isConnected(): Promise<boolean> {
    const answer = this.rfb.handled().then(
      () => true,
      (error: unknown) => !(error instanceof DisplayError && error.kind === "ended"),
    );
    return (await within(answer, SILENCE_BOUND_MS)) ?? true;
  }

  /** Opens another connection to the RFB server, which sends first and requires no password. */
  connect(): Promise<Socket> {
    return opened(this.#socketPath);
  }
}

/** @param number display number for the clients, whose socket is a link to that of the server */
async function makeDirectories(own: string, number: number): Promise<void> {
  const sockets = join(own, "tmp", ".X11-unix");
  await mkdir(sockets, { recursive: true, mode: 0o700 });
  await Promise.all([
    symlink(`X${SERVER_NUMBER}`, join(sockets, `X${number}`)),
    writeFile(join(own, "xauthority"), xAuthority(), { mode: 0o600 }),
    writeFile(join(own, "openbox.xml"), openboxConfig, { mode: 0o600 }),
  ]);
}

function accessTo({ own }: DisplayPlace, name: string, sharedMemory: number | undefined): DisplayAccess {
  return {
    env: { DISPLAY: name, XAUTHORITY: COOKIE },
    mounts: [
      ...["--bind", join(own, "tmp", ".X11-unix"), inside.sockets],
      ...["--ro-bind", join(own, "xauthority"), COOKIE],
    ],
    sharedMemory,
  };
}

/**
 * Starts Xvnc and waits until it is ready.
 *
 * @param listening called when clients can connect; they are served later
 */
async function startServer(
  place: DisplayPlace,
  xvnc: string,
  { width, height }: DisplayOptions["size"],
  signal: AbortSignal,
  listening: (server: RunningProgram) => void,
): Promise<RunningProgram> {
  const command = [
    ...[xvnc, `:${SERVER_NUMBER}`, "-geometry", `${width}x${height}`, "-depth", "24", "-dpi", "96"],
    ...["-auth", `${inside.own}/xauthority`, "-nolisten", "tcp", "-nolisten", "local", "-displayfd", "3"],
    ...[
      "-rfbport",
      "-1",
      "-rfbunixpath",
      `${inside.own}/${RFB_SOCKET}`,
      "-rfbunixmode",
      "0600",
      "-SecurityTypes",
      "None",
    ],
    ...["-AlwaysShared", "-AcceptSetDesktopSize=1", "-FrameRate", "60", "-MaxCutText", `${MAX_CLIPBOARD_BYTES}`],
    // The selection that a middle click pastes is not the clipboard.
    ...["-SendPrimary=0", "-SetPrimary=0", "-br"],
    // Browsers draw without GLX; its libraries take 30 MB and half of the start time.
    ...["-extension", "GLX"],
  ];
  // The server creates its socket and its lock in `/tmp`, so that it gets a separate `/tmp`.
  const mounts = ["--bind", place.own, inside.own, "--bind", join(place.own, "tmp"), "/tmp"];
  const running = Promise.withResolvers<RunningProgram>();
  const started = new AbortController();
  const program = { command, mounts, env: { HOME: inside.own } };
  // Xvnc opens the X socket, where clients can wait, before the RFB socket, and long before it is ready.
  const listens = created(place.own, RFB_SOCKET, started.signal).then(() => running.promise.then(listening));
  listens.catch(() => {});
  try {
    return await startProgram(place, "Xvnc", program, signal, { running: running.resolve });
  } finally {
    started.abort();
  }
}

/**
 * Resolves when a file has been created in a directory. Rejects with the signal's reason, or when watching is not
 * possible.
 */
async function created(directory: string, name: string, signal: AbortSignal): Promise<void> {
  for await (const { filename } of watch(directory, { signal })) if (filename === name) return;
}

/**
 * A display without its connection is useless. The end of the server gives a better reason than that of the connection.
 */
async function endOf(server: RunningProgram, rfb: RfbClient): Promise<string> {
  const closed = rfb.closed.then(async ({ message }) => (await within(server.ended, SERVER_END_MS)) ?? message);
  return Promise.race([server.ended, closed]);
}

const CONNECT_BOUND_MS = 5_000;

async function opened(path: string): Promise<Socket> {
  const socket = connect(path);
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(CONNECT_BOUND_MS) });
    return socket;
  } catch (cause) {
    socket.destroy();
    const isLate = (cause as Error).name === "AbortError";
    const why = isLate ? `no answer within ${CONNECT_BOUND_MS / 1_000} s` : reasonOf(cause);
    throw new DisplayError("ended", `the screen of the session does not accept a connection: ${why}`, { cause });
  }
}

const FAMILY_OF_ANY_HOST = 0xffff;
const COOKIE_BYTES = 16;

/**
 * Content of an authority file (`XAUTHORITY`) with one new cookie, for every host name and display number: the file is
 * in the container of one session, which has one display.
 */
function xAuthority(): Buffer {
  const family = Buffer.alloc(2);
  family.writeUInt16BE(FAMILY_OF_ANY_HOST);
  const [address, number] = [Buffer.alloc(0), Buffer.alloc(0)];
  const fields = [address, number, Buffer.from("MIT-MAGIC-COOKIE-1", "latin1"), randomBytes(COOKIE_BYTES)];
  return Buffer.concat([family, ...fields.flatMap(counted)]);
}

function counted(field: Buffer): Buffer[] {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(field.length);
  return [length, field];
}

/** Number of every display for its X server, far from those of desktops. The server has its own `/tmp`. */
export const SERVER_NUMBER = 1_000;

/** A display number is an `int`, and so is the port that X derives from it. */
const RANGE = { first: 2 ** 30, limit: 2 ** 31 - 10_000 } as const;

/**
 * Secret number by which only the clients of one display find it. A client first tries an abstract socket of the
 * machine's network, even in a container with its own `/tmp`: a program that knows the number could listen there in
 * place of the X server. The number of the server itself is not secret: `/proc/net/unix` shows it to every user.
 *
 * @param sockets content of `/proc/net/unix`
 */
export async function secretDisplayNumber(
  sockets: Promise<string> = readFile("/proc/net/unix", "utf8").catch(() => ""),
  { first, limit }: { first: number; limit: number } = RANGE,
): Promise<number> {
  const used = new Set(Array.from((await sockets).matchAll(/\/\.X11-unix\/X(\d+)$/gm), ([, number]) => Number(number)));
  let number = randomInt(first, limit);
  while (used.has(number)) number = randomInt(first, limit);
  return number;
}
