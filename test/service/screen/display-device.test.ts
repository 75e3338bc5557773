import { expect, test } from "vitest";
import { DisplayDevice } from "../../../src/service/screen/display-device.ts";
import { connectedDisplay, grey, POINTER, REQUEST, size } from "./support/rfb-display.ts";

test("a click waits once for the display, so that clicks on a busy machine still are a double click", async () => {
  const { client, server } = await connectedDisplay();
  const unused = async (): Promise<void> => {};
  const beyond = { sideButton: unused, insertText: unused, pageSettled: unused };
  const mouse = { buttons: 0, dragged: false };
  const device = new DisplayDevice(client, mouse, beyond, new AbortController().signal);
  const sent: unknown[] = [];
  const clicks = (async () => {
    for (let click = 0; click < 3; click += 1) {
      await device.pressButton("left", { mayDrag: false, clickCount: click + 1 });
      await device.releaseButton("left");
    }
  })();
  for (let click = 0; click < 3; click += 1) {
    await server.take(REQUEST);
    server.update(size(4, 2));
    await server.take(REQUEST);
    expect(server.messages).toEqual([]);
    server.update(grey({ x: 0, y: 0, width: 1, height: 1 }, 0));
    sent.push((await server.take(POINTER))[1], (await server.take(POINTER))[1]);
  }
  await clicks;
  expect(sent).toEqual([1, 0, 1, 0, 1, 0]);
});
