import { existsSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { SessionApi } from "../../support/processes.ts";
import { ScreenAgent, startScreenService } from "../../support/screen-agent.ts";
import { type ScreenSite, startScreenSite } from "../../support/screen-site.ts";
import { type Answer, processesOf, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let site: ScreenSite;

beforeAll(async () => {
  [service, site] = await Promise.all([startScreenService(), startScreenSite()]);
});

afterAll(async () => {
  await Promise.all([service.stop(), site.stop()]);
});

interface Session {
  agent: ScreenAgent;
  processes: SessionApi;
  /** Its directory on the machine. */
  dir: string;
}

/** A session with a screen of 800x600. */
async function session(body: Record<string, unknown> = {}): Promise<Session> {
  const { session_id } = await service.create({
    viewport: { width: 800, height: 600 },
    timeout_seconds: 3600,
    ...body,
  });
  onTestFinished(async () => void (await service.api("DELETE", `/browsers/${session_id}`)));
  const dir = realpathSync(join(service.stateDir, "sessions", session_id));
  return { agent: new ScreenAgent(service, site, session_id), processes: new SessionApi(service, session_id), dir };
}

const resize = (id: string, width: number, height: number): Promise<Answer> =>
  service.api("PATCH", `/browsers/${id}`, { json: { viewport: { width, height } } });

/** Waits for the end of a session, of which nothing is left. Returns the reason. */
async function endOf({ agent, dir }: Session): Promise<string> {
  const { body } = await until(
    () => service.api("GET", `/_local/browsers/${agent.id}`),
    (answer) => answer.body.state === "deleted",
  );
  await until(() => !existsSync(dir), { what: `the directory ${dir} to be removed` });
  expect(await processesOf(dir, dir)).toEqual([]);
  return body.end_reason;
}

describe("a process of the session that ends", () => {
  test.each([
    ["KILL", "Xvnc was ended by SIGKILL"],
    ["TERM", "Xvnc ended with exit code 0"],
  ])("Xvnc by SIG%s ends the session, whose reason names its screen", async (signal, reason) => {
    const one = await session();
    await one.processes.script(`pkill -${signal} Xvnc`);
    expect(await endOf(one)).toBe(`its screen ended unexpectedly: ${reason}`);
    const { status, text } = await one.agent.call("screenshot");
    expect({ status, text }).toMatchObject({ status: 404, text: expect.stringContaining(`its screen ended`) });
  });

  test("the browser ends the session with the reason of the browser", async () => {
    const one = await session();
    const { body } = await service.api("GET", `/_local/browsers/${one.agent.id}`);
    process.kill(body.pid, "SIGKILL");
    expect(await endOf(one)).toBe("the browser ended unexpectedly: Chromium was ended by SIGKILL");
  });

  test("the window manager is started again, until it was started five times", async () => {
    const { agent, processes } = await session();
    const manager = async (): Promise<string> => (await processes.sh("pgrep openbox")).stdout;
    const given = "openbox was ended by SIGKILL, and was started 5 times";
    for (let killed = 1; killed <= 5; killed++) {
      const before = await until(manager);
      await processes.sh("pkill -KILL openbox");
      if (killed < 5) await until(manager, (now) => now !== "" && now !== before);
    }
    await until(() => service.log.some((line) => line.includes(given) && line.includes("goes on without")));
    expect(await manager()).toBe("");
    expect((await resize(agent.id, 700, 500)).status).toBe(200);
    expect(await agent.screenshot()).toMatchObject({ width: 700, height: 500 });
  });

  test("a window manager that was started again manages the windows", async () => {
    const { agent, processes } = await session();
    const before = (await processes.sh("pgrep openbox; pkill -KILL openbox")).stdout;
    await until(async () => !["", before].includes((await processes.sh("pgrep openbox")).stdout));
    expect((await resize(agent.id, 900, 500)).status).toBe(200);
    await agent.open("text");
    expect((await site.layout("text")).viewport).toEqual({ width: 900, height: 413 });
    await agent.click("text", "input");
    await agent.type("focused");
    await site.report("text", "input", ({ value }) => value === "focused");
  });
});

test("another browser of the same session has the same display, and keeps the pointer hidden", async () => {
  const { agent, processes } = await session();
  await agent.act("cursor", { hidden: true });
  const server = (await processes.sh("pgrep Xvnc")).stdout;
  const { status, text } = await service.api("PATCH", `/browsers/${agent.id}`, { json: { proxy: { mode: "direct" } } });
  expect(status, text).toBe(200);
  expect((await processes.sh("pgrep Xvnc")).stdout).toBe(server);
  await agent.open("text");
  await agent.act("move_mouse", { x: 400, y: 400, smooth: false });
  const region = { x: 380, y: 380, width: 40, height: 40 };
  const hidden = await agent.screenshot(region);
  await agent.act("cursor", { hidden: false });
  await until(async () => !(await agent.screenshot(region)).png.equals(hidden.png));
});

describe("a process of one session", () => {
  test("cannot reach the display of another session", async () => {
    const [mine, other] = [await session(), await session()];
    const variable = "tr '\\0' '\\n' < /proc/$(pgrep -o chromium)/environ | sed -n 's/^DISPLAY=//p'";
    const number = (await other.processes.sh(variable)).stdout.trim();
    expect(number).toMatch(/^:\d+$/);
    // Sockets of the network namespace, which sessions share: none is abstract.
    const abstract = await mine.processes.sh(`grep -c '@/tmp/.X11-unix' /proc/net/unix`);
    expect(abstract.stdout.trim()).toBe("0");
    const open = await mine.processes.sh(`DISPLAY=${number} xdpyinfo`);
    expect([open.code, open.stderr]).toEqual([1, expect.stringContaining("unable to open display")]);
    // The directories of sessions are not there, and the processes of another session are in another namespace.
    const files = await mine.processes.sh(`ls ${other.dir}; ls -d /proc/[0-9]*/root${other.dir}; pgrep -c Xvnc`);
    expect(files.stdout).toBe("1\n");
    const sockets = await mine.processes.sh("find /tmp /run /var /home -type s; ls -A /tmp/.X11-unix");
    expect(sockets.stdout).toBe("");
  });

  test("has a cookie that opens no other display", async () => {
    const [mine, other] = [await session(), await session()];
    const cookie = "od -An -tx1 /proc/$(pgrep Xvnc)/root/run/browserctl/screen/xauthority";
    const [own, foreign] = [await mine.processes.sh(cookie), await other.processes.sh(cookie)];
    expect([own.code, foreign.code]).toEqual([0, 0]);
    expect(own.stdout).not.toBe(foreign.stdout);
  });
});

test("headless sessions have no display", async () => {
  const { agent, processes } = await session({ headless: true });
  expect((await processes.sh("pgrep -l 'Xvnc|openbox'")).stdout).toBe("");
  const { body } = await service.api("GET", `/_local/browsers/${agent.id}`);
  expect(body.screen).toEqual({ kind: "headless", reason: "the session is headless" });
});

describe("a viewport", () => {
  test("that a display cannot have is refused before anything starts, with the limit", async () => {
    const viewport = { width: 7680, height: 4320 };
    const message =
      "viewport: is 7680x4320, 33177600 pixels; a session with a screen has at most 8294400, such as 3840x2160: " +
      "use a smaller one, or headless: true";
    const refused = await service.api("POST", "/browsers", { json: { viewport } });
    expect([refused.status, refused.body.message]).toEqual([400, message]);
    expect(refused.body.details).toEqual([{ code: "invalid_input", message }]);
    expect(service.log.filter((line) => line.includes("Xvnc") && line.includes("7680x4320"))).toEqual([]);
    const { agent } = await session();
    const update = await resize(agent.id, 7680, 4320);
    expect([update.status, update.body.message]).toEqual([400, message]);
    expect((await service.api("GET", `/browsers/${agent.id}`)).body.viewport).toEqual({ width: 800, height: 600 });
  });

  test.each([
    [1, 1],
    [3840, 2160],
  ])("of %ix%i is the display, also when it changes during pictures", async (width, height) => {
    const { agent } = await session({ viewport: { width, height } });
    expect(await agent.screenshot()).toMatchObject({ width, height });
    const sizes = [
      [640, 480],
      [1000, 700],
      [300, 200],
    ] as const;
    const pictures = await Promise.all(
      sizes.map(async ([toWidth, toHeight]) => {
        const [answer, picture] = await Promise.all([resize(agent.id, toWidth, toHeight), agent.screenshot()]);
        expect(answer.status, answer.text).toBe(200);
        return [picture.width, picture.height];
      }),
    );
    expect([[width, height], ...sizes]).toEqual(expect.arrayContaining(pictures));
    expect(await agent.screenshot()).toMatchObject({ width: 300, height: 200 });
  });

  test("in kiosk mode is that of the page, and follows changes", async () => {
    site.clear();
    const { agent } = await session({ kiosk_mode: true, start_url: `${site.url}text` });
    const shown = (size: string) => site.report("text", "layout", ({ viewport }) => JSON.stringify(viewport) === size);
    await shown('{"width":800,"height":600}');
    expect((await resize(agent.id, 900, 500)).status).toBe(200);
    await shown('{"width":900,"height":500}');
  });
});

test("four sessions that start at once have a display each", async () => {
  const all = await Promise.all([1, 2, 3, 4].map((each) => session({ viewport: { width: 400 + each, height: 300 } })));
  const sizes = await Promise.all(all.map(async ({ agent }) => (await agent.screenshot()).width));
  expect(sizes).toEqual([401, 402, 403, 404]);
});

test("a client that goes away while the display starts leaves nothing", async () => {
  const before = readdirSync(service.tempRoot);
  const client = new AbortController();
  const created = service.api("POST", "/browsers", { json: {}, signal: client.signal });
  await until(() => readdirSync(service.tempRoot).some((name) => existsSync(join(service.tempRoot, name, "screen"))));
  client.abort();
  await expect(created).rejects.toThrow("aborted");
  await until(() => readdirSync(service.tempRoot).length === before.length);
  await until(async () => (await processesOf(service.stateDir, service.tempRoot)).length === 0);
});
