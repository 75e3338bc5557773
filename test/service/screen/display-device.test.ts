import { expect, onTestFinished, test } from "vitest";
import { type BeyondRfb, DisplayDevice } from "../../../src/service/screen/display-device.ts";
import type { RfbClient } from "../../../src/service/screen/rfb/rfb-client.ts";
import { connectedDisplay, type FakeServer, grey, POINTER, REQUEST, size } from "./support/rfb-display.ts";

function deviceOf(client: RfbClient, pageSettled: BeyondRfb["pageSettled"]): DisplayDevice {
  const unused = async (): Promise<void> => {};
  const beyond = { sideButton: unused, insertText: unused, pageSettled };
  return new DisplayDevice(client, { buttons: 0, dragged: false }, beyond, new AbortController().signal);
}

/** Answers what the client asks for, and gives the buttons of each message of the pointer to `onPointer`. */
function answering(server: FakeServer, onPointer: (buttons: number) => void): void {
  let requests = 0;
  const answer = (): void => {
    for (let message = server.messages.shift(); message; message = server.messages.shift()) {
      if (message[0] === POINTER) onPointer(message[1] ?? 0);
      if (message[0] !== REQUEST) continue;
      requests += 1;
      server.update(requests % 2 === 1 ? size(4, 2) : grey({ x: 0, y: 0, width: 1, height: 1 }, 0));
    }
  };
  server.socket.on("data", answer);
  onTestFinished(() => void server.socket.off("data", answer));
}

test("a click waits once for the display, so that clicks on a busy machine still are a double click", async () => {
  const { client, server } = await connectedDisplay();
  const device = deviceOf(client, async () => {});
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

test("a drag is released when the browser knows that its target accepts, however slow page and browser are", async () => {
  const { client, server } = await connectedDisplay();
  // One movement begins the drag, by the next the page sees its target entered, and it accepts the one after. The drag learns
  // by each movement what the browser knows, which is what the page had said before.
  const page = { moved: 0, handled: 0, accepts: false };
  const browser = { knows: false, drag: false };
  let [isPressed, begun] = [false, false];
  let dropped: boolean | undefined;
  answering(server, (buttons) => {
    if (buttons === 0) dropped = browser.drag;
    browser.drag = browser.knows;
    if (begun) page.moved += 1;
    begun = isPressed;
    isPressed = buttons !== 0;
  });
  const device = deviceOf(client, async () => {
    browser.knows = page.accepts;
    if (page.handled === page.moved) return;
    page.accepts = page.handled > 0;
    page.handled += 1;
  });
  await device.pressButton("left", { mayDrag: false, clickCount: 1 });
  await device.moveMouse({ x: 3, y: 1 });
  await device.releaseButton("left");
  await client.handled();
  expect(dropped).toBe(true);
});
