import { expect, test } from "vitest";
import { until } from "../../support/until.ts";
import {
  expectEndByDisplay,
  expectPicturesOfEachSize,
  resizeScreen,
  screenSessions,
} from "./support/screen-sessions.ts";

const screens = screenSessions();

test("Xvnc by SIGTERM ends the session, whose reason names its screen", async () => {
  await expectEndByDisplay(await screens.session(), "SIGTERM", "Xvnc ended with exit code 0");
});

test("the window manager is started again, until it was started five times", async () => {
  const { agent, processes } = await screens.session();
  const manager = async (): Promise<string> => (await processes.sh("pgrep openbox")).stdout;
  const given = "openbox was ended by SIGKILL, and was started 5 times";
  for (let killed = 1; killed <= 5; killed++) {
    const before = await until(manager);
    await processes.sh("pkill -KILL openbox");
    if (killed < 5) await until(manager, (now) => now !== "" && now !== before);
  }
  await until(() => screens.service.log.some((line) => line.includes(given) && line.includes("goes on without")));
  expect(await manager()).toBe("");
  expect((await resizeScreen(agent, 700, 500)).status).toBe(200);
  expect(await agent.screenshot()).toMatchObject({ width: 700, height: 500 });
});

test("a viewport of 3840x2160 is the display, also when it changes during pictures", async () => {
  const viewport = { width: 3840, height: 2160 };
  await expectPicturesOfEachSize(await screens.session({ viewport }), viewport.width, viewport.height);
});

test("four sessions that start at once have a display each", async () => {
  const each = (at: number) => screens.session({ viewport: { width: 400 + at, height: 300 } });
  const all = await Promise.all([1, 2, 3, 4].map(each));
  const sizes = await Promise.all(all.map(async ({ agent }) => (await agent.screenshot()).width));
  expect(sizes).toEqual([401, 402, 403, 404]);
});
