import { once } from "node:events";
import { Readable } from "node:stream";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { Faults } from "../../../src/service/faults.ts";
import { FileAnswer, sendFile, withoutFileHeaders } from "../../../src/service/http/send-file.ts";

/** Serves a file whose stream is given; errors are answered as JSON, as the service does. */
async function served(stream: () => Readable): Promise<string> {
  const app = Fastify();
  const answer = new FileAnswer({ open: stream, size: 10, tag: "one", filename: "x.bin" });
  app.get("/", (request, reply) => sendFile(request, reply, answer, "application/octet-stream", new Faults()));
  app.setErrorHandler((error: Error, _request, reply) => {
    void withoutFileHeaders(reply).status(500).send({ code: "internal_error", message: error.message });
  });
  onTestFinished(() => app.close());
  return await app.listen({ port: 0, host: "127.0.0.1" });
}

const failing = (...chunks: string[]): Readable =>
  Readable.from(
    (async function* () {
      yield* chunks;
      throw new Error("the disk is gone");
    })(),
    { objectMode: false },
  );

test("a file that fails before its first byte is answered with an error and none of the file's headers", async () => {
  const response = await fetch(await served(() => failing()));
  expect([response.status, await response.json()]).toEqual([
    500,
    { code: "internal_error", message: "the disk is gone" },
  ]);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  for (const name of ["etag", "accept-ranges", "content-disposition"]) expect(response.headers.get(name)).toBeNull();
});

test("a file that fails after its first byte breaks the connection off", async () => {
  const response = await fetch(await served(() => failing("begin")));
  expect([response.status, response.headers.get("content-length")]).toEqual([200, "10"]);
  await expect(response.text()).rejects.toThrow("terminated");
});

test("a file is released when its client has gone away before the answer starts", async () => {
  const app = Fastify();
  const connected = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let opened = false;
  app.get("/", async (request, reply) => {
    connected.resolve();
    await once(reply.raw, "close");
    const open = (): Readable => {
      opened = true;
      return Readable.from(["file"]);
    };
    const answer = new FileAnswer({ open, release: () => released.resolve() });
    return await sendFile(request, reply, answer, "application/octet-stream", new Faults());
  });
  onTestFinished(() => app.close());
  const client = new AbortController();
  const answered = fetch(await app.listen({ port: 0, host: "127.0.0.1" }), { signal: client.signal });
  await connected.promise;
  client.abort();
  await expect(answered).rejects.toThrow("aborted");
  await released.promise;
  expect(opened).toBe(false);
});
