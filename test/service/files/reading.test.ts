import { once } from "node:events";
import { truncate } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { SessionApi } from "../../support/machine/processes.ts";
import type { TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let session: SessionApi;
let root: string;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser();
  session = new SessionApi(service, (await service.create({ timeout_seconds: 36_000 })).session_id);
  root = (await service.api("GET", `/_local/browsers/${session.id}`)).body.root;
});
afterAll(() => service.stop());

/** Sends a request and returns the answer before its body has been read. */
async function ask(path: string, id = session.id): Promise<IncomingMessage> {
  const sent = request(`${service.baseUrl}/browsers/${id}/fs/${path}`, {
    headers: { Authorization: `Bearer ${service.token}` },
  });
  sent.end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return answer;
}

async function bytesOf(answer: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  return bytes;
}

test("a file that grows while it is read is sent with its first size", async () => {
  await session.sh("head -c 64M /dev/zero > /tmp/grows");
  const answer = await ask("read_file?path=/tmp/grows");
  await session.sh("head -c 64M /dev/zero >> /tmp/grows");
  expect(await bytesOf(answer)).toBe(64 * 2 ** 20);
});

test("a file that shrinks while it is read breaks the answer off", async () => {
  await session.sh("head -c 64M /dev/zero > /tmp/shrinks");
  const answer = await ask("read_file?path=/tmp/shrinks");
  expect(answer.headers["content-length"]).toBe(String(64 * 2 ** 20));
  await truncate(join(root, "tmp/shrinks"), 1_000);
  await expect(bytesOf(answer)).rejects.toThrow("aborted");
});

test("a file that is replaced while it is read is sent in its old state", async () => {
  await session.sh("yes old | head -c 64M > /tmp/replaced");
  const answer = await ask("read_file?path=/tmp/replaced");
  await session.sh("yes new | head -c 64M > /tmp/next; mv /tmp/next /tmp/replaced");
  let text = "";
  for await (const chunk of answer) text = (chunk as Buffer).subarray(-4).toString();
  expect(text).toBe("old\n");
});

test("a file that is being sent is activity of its session; a reader that goes away ends it", async () => {
  const idle = async (): Promise<number> =>
    (await service.api("GET", `/_local/browsers/${session.id}`)).body.idle_seconds;
  for (const path of ["read_file?path=/tmp/replaced", "download_dir_zip?path=/tmp"]) {
    const answer = await ask(path);
    await service.clock.advance(100_000);
    expect(await idle(), path).toBe(0);
    answer.destroy();
    const later = async (): Promise<number> => {
      await service.clock.advance(10_000);
      return idle();
    };
    await until(later, (seconds) => seconds >= 50);
  }
});
