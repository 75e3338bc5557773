import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { SERVER_NUMBER } from "../../../src/service/screen/display.ts";
import { processesOf } from "../../support/service/service.ts";
import { runInSession } from "../../support/service/session-code.ts";
import { until } from "../../support/until.ts";
import {
  deletedRecord,
  endOfScreenSession,
  expectEndByDisplay,
  expectPicturesOfEachSize,
  resizeScreen,
  type ScreenSession,
  screenSessions,
  serverOf,
} from "./support/screen-sessions.ts";

const screens = screenSessions();
const { session } = screens;

describe("two sessions", () => {
  let mine: ScreenSession;
  let other: ScreenSession;
  beforeAll(async () => {
    const tiny = { viewport: { width: 1, height: 1 } };
    [mine, other] = await Promise.all([screens.lasting(tiny), screens.lasting({ stealth: true })]);
  });

  test("a viewport of 1x1 is the display, also when it changes during pictures", async () => {
    await expectPicturesOfEachSize(mine, 1, 1);
  });

  test("a viewport that a display cannot have is refused before anything starts, with the limit", async () => {
    const viewport = { width: 7680, height: 4320 };
    const message =
      "viewport: is 7680x4320, 33177600 pixels; a session with a screen has at most 8294400, such as 3840x2160: " +
      "use a smaller one, or headless: true";
    const refused = await screens.service.api("POST", "/browsers", { json: { viewport } });
    expect([refused.status, refused.body.message]).toEqual([400, message]);
    expect(refused.body.details).toEqual([{ code: "invalid_input", message }]);
    expect(screens.service.log.filter((line) => line.includes("Xvnc") && line.includes("7680x4320"))).toEqual([]);
    const update = await resizeScreen(other.agent, 7680, 4320);
    expect([update.status, update.body.message]).toEqual([400, message]);
    expect((await screens.service.api("GET", `/browsers/${other.agent.id}`)).body.viewport).toEqual({
      width: 800,
      height: 600,
    });
  });

  test("a session in stealth shows no trace of automation in its window", async () => {
    const facts = `({ webdriver: navigator.webdriver, brands: JSON.stringify(navigator.userAgentData?.brands ?? []),
      agent: navigator.userAgent, outer: [outerWidth, outerHeight], inner: [innerWidth, innerHeight] })`;
    const visit = `await page.goto(${JSON.stringify(`${screens.site.url}text`)})`;
    const code = `${visit}; return await page.evaluate(${JSON.stringify(facts)})`;
    const found = (await runInSession(screens.service, other.agent.id, code)) as Record<string, unknown>;
    expect(found).toMatchObject({ webdriver: false, outer: [800, 600], inner: [800, 513] });
    expect(`${found["agent"]} ${found["brands"]}`).not.toMatch(/headless/i);
  });

  test("a process of one session cannot reach the display of another, and its cookie opens no other", async () => {
    const variable = "tr '\\0' '\\n' < /proc/$(pgrep -o chromium)/environ | sed -n 's/^DISPLAY=//p'";
    const number = (await other.processes.sh(variable)).stdout.trim();
    expect(number).toMatch(/^unix:\d+$/);
    // Sockets of the network namespace, which sessions share: none of them has the number, and none is abstract.
    const sockets = (await mine.processes.sh("cat /proc/net/unix")).stdout;
    expect(sockets).toContain("/tmp/.X11-unix/X");
    expect(sockets).not.toContain(`X${number.slice("unix:".length)}`);
    const abstract = await mine.processes.sh(`grep -c '@/tmp/.X11-unix' /proc/net/unix`);
    expect(abstract.stdout.trim()).toBe("0");
    const open = await mine.processes.sh(`DISPLAY=${number} xdpyinfo`);
    expect([open.code, open.stderr]).toEqual([1, expect.stringContaining("unable to open display")]);
    // The directories of sessions are not there, and the processes of another session are in another namespace.
    const files = await mine.processes.sh(`ls ${other.dir}; ls -d /proc/[0-9]*/root${other.dir}; pgrep -c Xvnc`);
    expect(files.stdout).toBe("1\n");
    const seen = await mine.processes.sh("find /tmp /run /var /home -type s; ls -A /tmp/.X11-unix");
    expect(seen.stdout).toBe("");
    const cookie = "od -An -tx1 /proc/$(pgrep Xvnc)/root/run/browserctl/screen/xauthority";
    const [own, foreign] = [await mine.processes.sh(cookie), await other.processes.sh(cookie)];
    expect([own.code, foreign.code]).toEqual([0, 0]);
    expect(own.stdout).not.toBe(foreign.stdout);
  });

  test("the clipboard of one session is not that of another", async () => {
    await mine.agent.act("clipboard/write", { text: "mine" });
    expect(await other.agent.read()).toBe("");
    await other.agent.act("clipboard/write", { text: "other" });
    expect(await mine.agent.read()).toBe("mine");
  });

  test("another browser of the same session has the same display, and keeps the pointer hidden", async () => {
    const { agent, processes } = other;
    await agent.act("cursor", { hidden: true });
    const server = (await processes.sh("pgrep Xvnc")).stdout;
    const { status, text } = await screens.service.api("PATCH", `/browsers/${agent.id}`, {
      json: { proxy: { mode: "direct" } },
    });
    expect(status, text).toBe(200);
    expect((await processes.sh("pgrep Xvnc")).stdout).toBe(server);
    await agent.open("text");
    await agent.act("move_mouse", { x: 400, y: 400, smooth: false });
    const region = { x: 380, y: 380, width: 40, height: 40 };
    const hidden = await agent.screenshot(region);
    await agent.act("cursor", { hidden: false });
    await until(async () => !(await agent.screenshot(region)).png.equals(hidden.png));
  });

  test("a window manager that was started again manages the windows, and asks no impostor of the X server", async () => {
    const { agent, processes } = other;
    await using impostors = await listenAsDisplay(SERVER_NUMBER);
    expect(impostors.count).toBeGreaterThan(0);
    const before = (await processes.sh("pgrep openbox; pkill -KILL openbox")).stdout;
    await until(async () => !["", before].includes((await processes.sh("pgrep openbox")).stdout));
    expect((await resizeScreen(agent, 900, 500)).status).toBe(200);
    // Its process exists before it manages the window, which follows later.
    await screens.site.filled("text", 900, 413);
    await agent.click("text", "input");
    await agent.type("focused");
    await screens.site.report("text", "input", ({ value }) => value === "focused");
    expect(impostors.asked).toEqual([]);
    // Whoever uses the number that everybody can see does ask them.
    await processes.sh(`DISPLAY=:${SERVER_NUMBER} xdpyinfo`);
    expect(impostors.asked).toContain(`\0/tmp/.X11-unix/X${SERVER_NUMBER}`);
  });

  // The last tests: they end the sessions.
  test("Xvnc that ends by SIGKILL ends its session, whose reason names its screen", async () => {
    await expectEndByDisplay(mine, "SIGKILL", "Xvnc was ended by SIGKILL");
  });

  test("a browser that ends by SIGKILL ends its session with the reason of the browser", async () => {
    const { body } = await screens.service.api("GET", `/_local/browsers/${other.agent.id}`);
    process.kill(body.pid, "SIGKILL");
    expect(await endOfScreenSession(other)).toBe("the browser ended unexpectedly: Chromium was ended by SIGKILL");
  });
});

interface Impostors extends AsyncDisposable {
  readonly count: number;
  /** Addresses at which a client of a display has connected. */
  readonly asked: readonly string[];
}

/** Listens at the abstract address and at the port of a display, to which every client of its number comes first. */
async function listenAsDisplay(number: number): Promise<Impostors> {
  const asked: string[] = [];
  const servers = await Promise.all([listenAt(`\0/tmp/.X11-unix/X${number}`, asked), listenAt(6_000 + number, asked)]);
  const close = async (server: Server | undefined): Promise<unknown> => server && once(server.close(), "close");
  return {
    count: servers.filter((server) => server !== undefined).length,
    asked,
    [Symbol.asyncDispose]: async () => void (await Promise.all(servers.map(close))),
  };
}

/** Undefined when another program of this machine already listens, such as a desktop. */
async function listenAt(address: string | number, asked: string[]): Promise<Server | undefined> {
  const server = createServer((socket) => {
    asked.push(`${address}`);
    socket.destroy();
  });
  const listening = once(server, "listening");
  if (typeof address === "string") server.listen(address);
  else server.listen(address, "127.0.0.1");
  return listening.then(
    () => server,
    () => undefined,
  );
}

test("a display whose end is known long after that of its browser is the reason all the same", async () => {
  const mine = await session();
  const server = await serverOf(mine);
  // The end of a program is known by its parent.
  process.kill(server.parent, "SIGSTOP");
  try {
    process.kill(server.pid, "SIGKILL");
    expect((await deletedRecord(mine)).end_reason).toMatch(/^its screen ended unexpectedly: the display has ended: /);
  } finally {
    process.kill(server.parent, "SIGCONT");
  }
  await endOfScreenSession(mine);
});

test("a browser that ends while its display does not answer is the reason", async () => {
  const mine = await session();
  const { body } = await screens.service.api("GET", `/_local/browsers/${mine.agent.id}`);
  process.kill((await serverOf(mine)).pid, "SIGSTOP");
  process.kill(body.pid, "SIGKILL");
  expect(await endOfScreenSession(mine)).toBe("the browser ended unexpectedly: Chromium was ended by SIGKILL");
});

test("headless sessions have no display", async () => {
  const { agent, processes } = await session({ headless: true });
  expect((await processes.sh("pgrep -l 'Xvnc|openbox'")).stdout).toBe("");
  const { body } = await screens.service.api("GET", `/_local/browsers/${agent.id}`);
  expect(body.screen).toEqual({ kind: "headless", reason: "the session is headless" });
});

test("a viewport in kiosk mode is that of the page, and follows changes", async () => {
  screens.site.clear();
  const { agent } = await session({ kiosk_mode: true, start_url: `${screens.site.url}text` });
  await screens.site.filled("text", 800, 600);
  expect((await resizeScreen(agent, 900, 500)).status).toBe(200);
  await screens.site.filled("text", 900, 500);
});

test("a client that disconnects while the display starts leaves nothing", async () => {
  const before = readdirSync(screens.service.tempRoot);
  const client = new AbortController();
  const created = screens.service.api("POST", "/browsers", { json: {}, signal: client.signal });
  await until(() =>
    readdirSync(screens.service.tempRoot).some((name) => existsSync(join(screens.service.tempRoot, name, "screen"))),
  );
  client.abort();
  await expect(created).rejects.toThrow("aborted");
  await until(() => readdirSync(screens.service.tempRoot).length === before.length);
  await until(async () => (await processesOf(screens.service.stateDir, screens.service.tempRoot)).length === 0);
});
