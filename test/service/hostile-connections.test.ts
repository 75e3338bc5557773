import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client } from "../support/browser/cdp-client.ts";
import { killProcesses } from "../support/machine/kill-processes.ts";
import { ensureDebianPackage } from "../support/screen/debian-package.ts";
import { linkOf } from "../support/screen/live-viewer.ts";
import { deployed, invoke } from "../support/service/app.ts";
import { type OtherService, runOtherService } from "../support/service/rude-end.ts";
import { processesOf } from "../support/service/service.ts";
import { until } from "../support/until.ts";

/** Ways in which a peer leaves or stays. */
const harms = {
  reset: (socket: Socket) => socket.resetAndDestroy(),
  "half-close": (socket: Socket) => socket.end(),
  stall: (socket: Socket) => socket.pause(),
} as const;
const kinds = Object.keys(harms) as (keyof typeof harms)[];

let service: OtherService & { stateDir: string };
let id: string;
let cdpUrl: string;
/** Peers that stay until the end. */
const sockets: Socket[] = [];

beforeAll(async () => {
  await ensureDebianPackage("tigervnc-standalone-server", "Xvnc");
  service = await runOtherService({ screen: "real" });
  const body = { viewport: { width: 800, height: 600 }, timeout_seconds: 3_600 };
  const created = await service.api("POST", "/browsers", { json: body });
  ({ session_id: id, cdp_ws_url: cdpUrl } = created.body);
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await service?.end();
});

/** Connection to the service to which a text has been written. */
async function dial(text: string, port = Number(new URL(service.baseUrl).port)): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  sockets.push(socket);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

function head(method: string, path: string, more: readonly string[] = []): string {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${new URL(service.baseUrl).host}`, ...more];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

const authorized = (more: readonly string[] = []): string[] => [`Authorization: Bearer ${service.token}`, ...more];

const upgrade = (path: string, more: readonly string[] = []): string =>
  head("GET", path, [
    ...["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"],
    ...["Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==", ...more],
  ]);

/** Half of a masked WebSocket message of 1 KiB. */
const halfFrame = Buffer.concat([Buffer.from([0x82, 0xfe, 0x04, 0x00, 1, 2, 3, 4]), Buffer.alloc(512)]);
const notAFrame = Buffer.from([0xff, 0xff, 0xff, 0xff]);

/** Waits for an accepting answer. */
async function accepted(socket: Socket): Promise<void> {
  const [bytes] = (await once(socket, "data")) as [Buffer];
  expect(bytes.toString("latin1")).toMatch(/^HTTP\/1\.1 (101|200) /);
}

async function viewerUpgrade(): Promise<string> {
  const opened = await fetch(await linkOf(service, id));
  const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return upgrade(`/browsers/${id}/live/socket`, [`Cookie: ${cookie}`, `Origin: ${service.baseUrl}`]);
}

/** Connections of the service, each in a state in which its peer leaves or stays. */
const connections: Record<string, () => Promise<Socket>> = {
  "a request without its end": () => dial(`GET /browsers HTTP/1.1\r\nHost: x`),
  "a body without its end": () =>
    dial(`${head("POST", "/browsers", authorized(["Content-Type: application/json", "Content-Length: 99"]))}{"a`),
  "an upload without its end": () => {
    const path = `/browsers/${id}/fs/write_file?path=/home/user/part`;
    const headers = authorized(["Content-Type: application/octet-stream", "Content-Length: 1000000"]);
    return dial(`${head("PUT", path, headers)}${"x".repeat(100_000)}`);
  },
  "a form without its end": () => {
    const headers = authorized(["Content-Type: multipart/form-data; boundary=b", "Content-Length: 1000000"]);
    const part = '--b\r\nContent-Disposition: form-data; name="zip_file"; filename="a.zip"\r\n\r\n';
    return dial(`${head("POST", `/browsers/${id}/fs/upload_zip`, headers)}${part}${"x".repeat(100_000)}`);
  },
  "a download": async () => {
    const socket = await dial(head("GET", `/browsers/${id}/fs/read_file?path=/home/user/large`, authorized()));
    await accepted(socket);
    return socket;
  },
  "an event stream": async () => {
    const watch = await service.api("POST", `/browsers/${id}/fs/watch`, { json: { path: "/home/user" } });
    const socket = await dial(head("GET", `/browsers/${id}/fs/watch/${watch.body.watch_id}/events`, authorized()));
    await accepted(socket);
    return socket;
  },
  "the output of a process": async () => {
    const json = { command: "sh", args: ["-c", "while :; do echo x; sleep 0.01; done"] };
    const { body } = await service.api("POST", `/browsers/${id}/process/spawn`, { json });
    const path = `/browsers/${id}/process/${body.process_id}/stdout/stream`;
    const socket = await dial(head("GET", path, authorized()));
    await accepted(socket);
    return socket;
  },
  "a CDP handshake without its end": () => dial(upgrade(cdpPath()).slice(0, -2)),
  "a CDP client with half a message": () => opened(() => upgrade(cdpPath()), halfFrame),
  "a CDP client that breaks the protocol": () => opened(() => upgrade(cdpPath()), notAFrame),
  "a viewer with half a message": () => opened(viewerUpgrade, halfFrame),
  "a viewer that breaks the protocol": () => opened(viewerUpgrade, notAFrame),
};

function cdpPath(): string {
  const { pathname, search } = new URL(cdpUrl);
  return `${pathname}${search}`;
}

async function opened(request: () => string | Promise<string>, bytes: Buffer): Promise<Socket> {
  const socket = await dial(await request());
  await accepted(socket);
  socket.write(bytes);
  return socket;
}

/** Expects that the service runs, that no error had no owner, and that the session answers. */
async function expectUnharmed(): Promise<void> {
  const answer = await service.api("POST", `/browsers/${id}/process/exec`, { json: { command: "true" } });
  expect(answer.status, answer.text).toBe(200);
  const screen = await service.api("POST", `/browsers/${id}/computer/screenshot`, { json: {} });
  expect(screen.status, screen.text).toBe(200);
  expect(service.child.exitCode).toBeNull();
  expect(service.log()).not.toContain("nothing caught");
  expect(service.log()).not.toContain("the service crashes");
}

test("a service survives peers that reset, half-close or stall any of its connections", async () => {
  await service.api("POST", `/browsers/${id}/process/exec`, {
    json: { command: "sh", args: ["-c", "head -c 30000000 /dev/zero > /home/user/large"] },
  });
  for (const open of Object.values(connections)) {
    for (const kind of kinds) {
      const peer = await open();
      harms[kind](peer);
    }
  }
  await expectUnharmed();
});

describe("a session with a proxy", () => {
  /** Proxy that treats each tunnel as a test wants. */
  async function harmfulProxy(
    serve: (socket: Socket) => void,
  ): Promise<{ port: number; close: () => Promise<unknown> }> {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      sockets.push(socket);
      socket.on("error", () => {});
      socket.once("data", () => serve(socket));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    return { port: (server.address() as { port: number }).port, close: async () => server.close() };
  }

  const established = "HTTP/1.1 200 Connection established\r\n\r\n";
  const stages: Record<string, (socket: Socket, harm: (socket: Socket) => unknown) => void> = {
    "before its answer": (socket, harm) => harm(socket),
    "after its answer": (socket, harm) => socket.write(established, () => harm(socket)),
    "in the handshake": (socket, harm) => {
      socket.once("data", () => harm(socket));
      socket.write(established);
    },
  };

  test("survives a proxy that resets, half-closes or stalls tunnels, and a browser that leaves them", async () => {
    let turn: (socket: Socket) => void = () => {};
    const proxy = await harmfulProxy((socket) => turn(socket));
    const made = await service.api("POST", "/proxies", {
      json: { type: "custom", config: { host: "127.0.0.1", port: proxy.port }, protocol: "http" },
    });
    expect(made.status, made.text).toBe(201);
    const session = await service.api("POST", "/browsers", {
      json: { headless: true, proxy_id: made.body.id, timeout_seconds: 3_600 },
    });
    expect(session.status, session.text).toBe(200);
    const client = await Client.open(session.body.cdp_ws_url);
    const { targetInfos } = await client.send<{ targetInfos: { targetId: string; type: string }[] }>(
      "Target.getTargets",
    );
    const targetId = targetInfos.find(({ type }) => type === "page")?.targetId;
    const { sessionId } = await client.send<{ sessionId: string }>("Target.attachToTarget", {
      targetId,
      flatten: true,
    });
    for (const [stage, act] of Object.entries(stages)) {
      for (const kind of kinds) {
        const reached = Promise.withResolvers<void>();
        turn = (socket) =>
          act(socket, (peer) => {
            harms[kind](peer);
            reached.resolve();
          });
        const url = `https://${stage.replaceAll(" ", "-")}.${kind}.test/`;
        const left = client.send("Page.navigate", { url }, sessionId).catch(() => {});
        await reached.promise;
        // The browser leaves a page that is still loading.
        await client.send("Page.navigate", { url: "about:blank" }, sessionId);
        await left;
      }
    }
    const ended = await service.api("DELETE", `/browsers/${session.body.session_id}`);
    expect(ended.status, ended.text).toBe(204);
    await proxy.close();
    await expectUnharmed();
  });
});

/** Ids of processes of the service's sessions, by their name. */
async function named(name: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await processesOf(service.stateDir)) {
    const own = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
    if (own.trim() === name) found.push(pid);
  }
  return found;
}

test("a service survives the end of an app's process, its channels and its lines without an end", async () => {
  await deployed(
    service,
    `kill: async () => process.kill(process.pid, "SIGKILL"),
     close: async () => { for (const fd of [1, 2, 3]) fs.closeSync(fd); },
     garbage: async () => { fs.writeSync(3, "not json\\n{\\"result\\":"); process.exit(0); },
     endless: async () => { fs.writeSync(1, "x".repeat(3_000_000)); process.kill(process.pid, "SIGKILL"); }`,
    { before: 'import fs from "node:fs";' },
  );
  for (const action of ["kill", "close", "garbage", "endless"]) {
    const { id: invocation } = await invoke(service, action, { async: true });
    await until(
      async () => (await service.api("GET", `/invocations/${invocation}`)).body.status,
      (status) => status === "failed" || status === "succeeded",
      { what: action },
    );
  }
  await expectUnharmed();
});

test.for(["Xvnc", "chromium"])("a service survives the end of %s, which ends its session alone", async (name) => {
  const before = await named(name);
  const created = await service.api("POST", "/browsers", { json: { viewport: { width: 800, height: 600 } } });
  const own = (await named(name)).filter((pid) => !before.includes(pid));
  expect(own.length).toBeGreaterThan(0);
  killProcesses(own);
  await until(
    async () => (await service.api("GET", `/browsers/${created.body.session_id}`)).status,
    (status) => status !== 200,
  );
  await expectUnharmed();
});
