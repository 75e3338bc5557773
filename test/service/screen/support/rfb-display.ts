import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Region } from "../../../../src/service/screen/rfb/region.ts";
import { RfbClient } from "../../../../src/service/screen/rfb/rfb-client.ts";
import { temporaryDirectory } from "../../../support/browser/chromium.ts";
import { until } from "../../../support/until.ts";

const LENGTHS: Readonly<Record<number, number>> = { 0: 20, 3: 10, 4: 8, 5: 6, 251: 24 };
/** Types of a client's messages. */
export const [REQUEST, POINTER, SET_SIZE] = [3, 5, 251];

/** The server's side of a connection, whose answers the test writes. */
export class FakeServer {
  readonly socket: Socket;
  /** Messages of the client that were not taken yet. */
  readonly messages: Buffer[] = [];
  #rest = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on("error", () => {});
    socket.on("data", (data: Buffer) => {
      this.#rest = Buffer.concat([this.#rest, data]);
      this.#split();
    });
  }

  /** Takes the next message of a type; earlier messages are dropped. */
  async take(type: number): Promise<Buffer> {
    const at = await until(
      () => this.messages.findIndex(([first]) => first === type),
      (index) => index >= 0,
      { what: `a message ${type}` },
    );
    return this.messages.splice(0, at + 1).at(-1) as Buffer;
  }

  update(...rectangles: Buffer[]): void {
    this.socket.write(Buffer.concat([Buffer.from([0, 0, 0, rectangles.length]), ...rectangles]));
  }

  #split(): void {
    for (;;) {
      const [type = -1] = this.#rest;
      const length = type === 2 && this.#rest.length >= 4 ? 4 + 4 * this.#rest.readUInt16BE(2) : LENGTHS[type];
      if (length === undefined || this.#rest.length < length) return;
      this.messages.push(Buffer.from(this.#rest.subarray(0, length)));
      this.#rest = Buffer.from(this.#rest.subarray(length));
    }
  }
}

export function header({ x, y, width, height }: Region, encoding: number): Buffer {
  const buffer = Buffer.alloc(12);
  for (const [index, value] of [x, y, width, height].entries()) buffer.writeUInt16BE(value, 2 * index);
  buffer.writeInt32BE(encoding, 8);
  return buffer;
}

export const grey = (region: Region, value: number): Buffer =>
  Buffer.concat([header(region, 0), Buffer.alloc(region.width * region.height * 4, value)]);

/** Size of the display. The cause 1 answers a client's request; 0 comes with every request for all pixels. */
export const size = (width: number, height: number, cause = 0, status = 0): Buffer =>
  Buffer.concat([header({ x: cause, y: status, width, height }, -308), Buffer.alloc(4 + 16, 0).fill(1, 0, 1)]);

/** Client of a display of 4x2 pixels, and the server's side of its connection; both end with the test. */
export async function connectedDisplay(): Promise<{ server: FakeServer; client: RfbClient }> {
  const path = join(await temporaryDirectory(), "rfb");
  const listener = createServer().listen(path);
  await once(listener, "listening");
  const accepted = once(listener, "connection") as Promise<[Socket]>;
  const own = connect(path);
  const [socket] = await accepted;
  listener.close();
  const init = Buffer.alloc(24);
  init.writeUInt16BE(4, 0);
  init.writeUInt16BE(2, 2);
  socket.write(Buffer.concat([Buffer.from("RFB 003.008\n"), Buffer.from([1, 1]), Buffer.alloc(4), init]));
  const opening = RfbClient.open(own, new AbortController().signal);
  // Version, type of security and sharing come before the messages.
  await until(() => socket.readableLength >= 14);
  socket.read(14);
  const server = new FakeServer(socket);
  const client = await opening;
  await server.take(POINTER);
  onTestFinished(() => {
    socket.destroy();
    own.destroy();
  });
  return { server, client };
}
