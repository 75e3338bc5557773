import { EventEmitter } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import type { CdpSession } from "../../../../src/service/chromium/cdp.ts";
import { PageRequests } from "../../../../src/service/login/drive/page-requests.ts";
import type { SendGuard } from "../../../../src/service/login/drive/send-guard.ts";

/** Requests of a page, and the events of its browser, which a test emits itself. */
function followed(): { requests: PageRequests; emit: (event: string, params: object) => void } {
  const events = new EventEmitter();
  const session = {
    id: "session",
    on: (event: string, listener: (params: object) => void) => {
      events.on(event, listener);
      return () => events.off(event, listener);
    },
    send: () => Promise.resolve({}),
  } as unknown as CdpSession;
  const requests = new PageRequests({ followSockets: () => () => {} } as unknown as SendGuard);
  onTestFinished(requests.follow(session));
  return { requests, emit: (event, params) => void events.emit(event, params) };
}

const request = { url: "http://localhost/", method: "GET" };

function fakeClock(): void {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(1_000);
}

test("a document whose end the browser does not report counts until a moment after its answer", () => {
  fakeClock();
  const { requests, emit } = followed();
  emit("Network.requestWillBeSent", { requestId: "1", type: "Document", frameId: "main", request });
  vi.advanceTimersByTime(60_000);
  expect(requests).toMatchObject({ loadsDocument: true, pendingAt: performance.now() });
  emit("Network.responseReceived", { requestId: "1", type: "Document", frameId: "main", response: { status: 200 } });
  expect(requests).toMatchObject({ loadsDocument: true, pendingAt: performance.now() });
  const answeredAt = performance.now();
  vi.advanceTimersByTime(1_001);
  expect(requests.loadsDocument).toBe(false);
  expect(requests.pendingAt).toBeLessThanOrEqual(answeredAt);
});

test("a request that has ended was pending until then; the end of a long poll changes nothing", () => {
  fakeClock();
  const { requests, emit } = followed();
  expect(requests.pendingAt).toBe(0);
  emit("Network.requestWillBeSent", { requestId: "poll", type: "XHR", request });
  vi.advanceTimersByTime(10_000);
  emit("Network.requestWillBeSent", { requestId: "short", type: "XHR", request });
  vi.advanceTimersByTime(5);
  emit("Network.loadingFinished", { requestId: "short" });
  const endedAt = performance.now();
  vi.advanceTimersByTime(50);
  expect(requests.pendingAt).toBe(endedAt);
  emit("Network.loadingFinished", { requestId: "poll" });
  expect(requests.pendingAt).toBe(endedAt);
});
