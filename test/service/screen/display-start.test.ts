import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Display, type DisplayOptions } from "../../../src/service/screen/display.ts";
import { startedContainer } from "../../support/machine/started-container.ts";

const READY = "echo ready >&3; exec sleep 600";
/** Limit of a start in which all but one program must be ready, also on a busy machine, in milliseconds. */
const BOUND_MS = 5_000;

interface Attempt {
  /** Directory of the display. */
  own: string;
  start(more?: Partial<DisplayOptions>): Promise<Display>;
}

/** Display whose programs are scripts. Nothing is left running when the test has finished. */
async function attempt(xvnc: string, openbox = READY): Promise<Attempt> {
  const { dir, paths, container } = await startedContainer();
  // The programs see this directory under another path.
  const own = join(dir, "screen");
  await mkdir(own);
  const programs = { xvnc: "/run/browserctl/screen/fake-xvnc", openbox: "/run/browserctl/screen/fake-openbox" };
  await writeFile(join(own, "fake-xvnc"), `#!/bin/sh\n${xvnc}\n`, { mode: 0o755 });
  await writeFile(join(own, "fake-openbox"), `#!/bin/sh\n${openbox}\n`, { mode: 0o755 });
  const ignore = (): void => {};
  const options = { programs, paths, container, dir, size: { width: 800, height: 600 }, log: ignore, warn: ignore };
  return { own, start: (more) => Display.start({ ...options, signal: new AbortController().signal, ...more }) };
}

/** Greeting of an RFB server that asks for no password, and the size and name of its display. */
const GREETING = Buffer.concat([Buffer.from("RFB 003.008\n"), Buffer.from([1, 1, 0, 0, 0, 0]), Buffer.alloc(24)]);

/** Listens where Xvnc does. */
async function listen(own: string, greeting: Buffer): Promise<void> {
  const server = createServer((socket) => socket.write(greeting)).listen(join(own, "rfb"));
  onTestFinished(() => void server.close());
  await once(server, "listening");
}

const didNotStart = (reason: string) => ({
  kind: "not-started",
  message: `the screen of 800x600 did not start: ${reason}`,
});

test.each([
  ["echo first >&2; echo 'no keyboard map' >&2; exit 3", "Xvnc ended with exit code 3: no keyboard map"],
  ["kill -9 $$", "Xvnc was ended by SIGKILL"],
])("a start fails with the reason of an Xvnc that ends at once: %s", async (xvnc, reason) => {
  const { start } = await attempt(xvnc);
  await expect(start()).rejects.toMatchObject(didNotStart(reason));
});

test("a start waits a limited time for Xvnc, and names it", async () => {
  const { start } = await attempt("exec sleep 600");
  const reason = "Xvnc was not ready within 1 s";
  await expect(start({ startBoundMs: 1_000 })).rejects.toMatchObject(didNotStart(reason));
});

test.each([
  ["that ends at once", {}, "echo 'no memory' >&2; exit 1", "openbox ended with exit code 1: no memory"],
  [
    "that says nothing, for a limited time",
    { startBoundMs: BOUND_MS },
    "exec sleep 600",
    "openbox was not ready within 5 s",
  ],
])("a display has the reason of an openbox %s", async (_what, limits, openbox, reason) => {
  const { own, start } = await attempt(READY, openbox);
  await listen(own, GREETING);
  const { managed } = await start(limits);
  await expect(managed).rejects.toMatchObject(didNotStart(reason));
});

test("a start fails when the socket of Xvnc is missing", async () => {
  const { start } = await attempt(READY);
  await expect(start()).rejects.toMatchObject({
    kind: "not-started",
    message: expect.stringContaining("does not accept a connection: no such file or directory"),
  });
});

test("a start waits a limited time for an Xvnc that accepts a connection and says nothing", async () => {
  const { own, start } = await attempt(READY);
  await listen(own, Buffer.alloc(0));
  await expect(start({ startBoundMs: BOUND_MS })).rejects.toMatchObject({
    message: "the screen of 800x600 did not start: the connection to Xvnc was not ready within 5 s",
  });
});

test("a start that is aborted rejects with the reason", async () => {
  const { start } = await attempt("exec sleep 600");
  const client = new AbortController();
  const started = start({ signal: client.signal });
  client.abort(new Error("the client went away"));
  await expect(started).rejects.toThrow(/^the client went away$/);
});

test("a display can be reached as soon as Xvnc listens, long before it is ready", async () => {
  const { start } = await attempt("touch /run/browserctl/screen/rfb; exec sleep 600");
  const reached = Promise.withResolvers<Record<string, string>>();
  const started = start({ startBoundMs: 1_500, reachable: ({ env }) => reached.resolve(env) });
  const late = expect(started).rejects.toMatchObject(didNotStart("Xvnc was not ready within 1.5 s"));
  expect(await reached.promise).toMatchObject({ DISPLAY: expect.stringMatching(/^unix:\d+$/) });
  await late;
});
