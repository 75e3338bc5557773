import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Picture } from "../../../src/service/chromium/png.ts";
import { until } from "../until.ts";

const XVNC = "/usr/bin/Xvnc";
const OPENBOX = "/usr/bin/openbox";
/** True on a machine with the programs of a private display. */
export const hasDisplay = existsSync(XVNC) && existsSync(OPENBOX);

/** Rules of the window manager: a window of the browser fills the display without a frame, and no key is its own. */
const RULES = `<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <keyboard></keyboard>
  <applications>
    <application role="browser"><maximized>yes</maximized><decor>no</decor></application>
  </applications>
</openbox_config>
`;

export interface XDisplay {
  /** Environment of programs with windows on the display. */
  env: { DISPLAY: string };
  /** Picture of the whole display. */
  picture(): Promise<Picture>;
}

/** Starts a private display with a window manager; ended when the test has finished. */
export async function withXDisplay(width = 1280, height = 720): Promise<XDisplay> {
  const directory = await mkdtemp(join(tmpdir(), "browserctl-display-"));
  const children: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const child of children.reverse()) await ended(child);
    await rm(directory, { recursive: true, force: true });
  });
  const socketPath = join(directory, "rfb");
  const rules = join(directory, "rc.xml");
  await writeFile(rules, RULES);
  const { number, server } = await startServer(`-geometry ${width}x${height} -rfbunixpath ${socketPath}`);
  children.push(server);
  const env = { DISPLAY: `:${number}` };
  const ready = join(directory, "ready");
  const manager = spawn(OPENBOX, ["--sm-disable", "--config-file", rules, "--startup", `touch ${ready}`], {
    stdio: "ignore",
    env: { ...process.env, ...env, HOME: directory },
  });
  children.push(manager);
  // A window that is opened before the manager runs keeps its size.
  await until(() => existsSync(ready) || hasExited(manager), { what: "the window manager" });
  if (!existsSync(ready)) throw new Error(`the window manager ended with exit code ${manager.exitCode}`);
  return { env, picture: () => framebuffer(socketPath) };
}

/**
 * Starts a server with a number of its own. A server that looks for a free one takes the number of another that starts at
 * the same time; a number that is given is locked.
 */
async function startServer(options: string): Promise<{ number: number; server: ChildProcess }> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const number = randomInt(2_000, 50_000);
    const server = spawn(
      XVNC,
      `:${number} -displayfd 3 -depth 24 -nolisten tcp -nolisten local -rfbport -1 -rfbunixmode 0600 -SecurityTypes None
        -AlwaysShared -br ${options}`.split(/\s+/),
      { stdio: ["ignore", "ignore", "ignore", "pipe"] },
    );
    const started = once(server.stdio[3] as Socket, "data").then(() => true);
    if (await Promise.race([started, once(server, "exit").then(() => false)])) return { number, server };
  }
  throw new Error("Xvnc has not started on any of three displays");
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function ended(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

const RAW_ENCODING = 0;
/** Pixel format of 32 bits, little-endian: red, green, blue, unused. */
const PIXEL_FORMAT = [32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 0, 8, 16, 0, 0, 0];

/** Reads the whole framebuffer once (RFC 6143). */
async function framebuffer(socketPath: string): Promise<Picture> {
  const socket = connect(socketPath);
  try {
    const read = reader(socket);
    await read(12);
    socket.write("RFB 003.008\n");
    const [types = 0] = await read(1);
    await read(types);
    socket.write(Buffer.of(1));
    await read(4);
    socket.write(Buffer.of(1));
    const init = await read(24);
    await read(init.readUInt32BE(20));
    const [width, height] = [init.readUInt16BE(0), init.readUInt16BE(2)];
    socket.write(Buffer.of(0, 0, 0, 0, ...PIXEL_FORMAT));
    socket.write(Buffer.of(2, 0, 0, 1, 0, 0, 0, RAW_ENCODING));
    socket.write(Buffer.of(3, 0, 0, 0, 0, 0, width >> 8, width & 255, height >> 8, height & 255));
    const pixels = Buffer.alloc(width * height * 4);
    const count = (await read(4)).readUInt16BE(2);
    for (let index = 0; index < count; index++) {
      const head = await read(12);
      const [x, y, columns, rows] = [0, 2, 4, 6].map((at) => head.readUInt16BE(at)) as [number, number, number, number];
      for (let row = 0; row < rows; row++) (await read(columns * 4)).copy(pixels, ((y + row) * width + x) * 4);
    }
    return new Picture(width, height, pixels, 4);
  } finally {
    socket.destroy();
  }
}

/** Reads a number of bytes from a stream. */
function reader(socket: Socket): (length: number) => Promise<Buffer> {
  const chunks: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]();
  let buffered = Buffer.alloc(0);
  return async (length) => {
    while (buffered.length < length) {
      const { value, done } = await chunks.next();
      if (done) throw new Error("the display has closed the connection");
      buffered = Buffer.concat([buffered, value]);
    }
    const bytes = buffered.subarray(0, length);
    buffered = buffered.subarray(length);
    return bytes;
  };
}
