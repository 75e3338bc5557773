import type { Socket } from "node:net";
import { untilAborted, withTimeLimit } from "../../../core/abort.ts";
import { DisplayError } from "../display-error.ts";
import { ByteReader } from "./byte-reader.ts";
import {
  encodings,
  keyEvent,
  pointerEvent,
  setDesktopSize,
  setEncodings,
  setPixelFormat,
  updateRequest,
} from "./messages.ts";
import { BYTES_PER_PIXEL, Mirror } from "./mirror.ts";
import { intersection, type Region, without } from "./region.ts";

export type { Region } from "./region.ts";

/** Shape of the pointer; its pixels are RGBA, multiplied by alpha. */
export interface PointerShape {
  width: number;
  height: number;
  /** Pixel of the shape that is at the pointer's position. */
  hotX: number;
  hotY: number;
  pixels: Buffer;
}

/** Part of an update of the display. */
type Rectangle = Region & { encoding: number };

/** Pixels of a region: 4 bytes each, red, green, blue and an unused one. */
export interface Picture {
  readonly region: Region;
  readonly pixels: Buffer;
}

/** Request for pixels that has not been answered yet. */
interface Refresh {
  /** Parts of the requested region whose pixels have not come yet. */
  missing: Region[];
  /** False while updates may still be older than the request. */
  answered: boolean;
  /** Called after each update. */
  updated: () => void;
}

/** Time limit of an answer, in milliseconds. A running server answers within milliseconds, a stopped one never. */
const ANSWER_BOUND_MS = 10_000;
/** Smallest region. */
const PIXEL: Region = { x: 0, y: 0, width: 1, height: 1 };
/** Time in milliseconds after a picture during which the next picture needs only the changes. */
const MIRROR_MS = 60_000;
const VERSION = "RFB 003.008\n";
const SECURITY_NONE = 1;
/** Reasons for which the server refuses a size, by the status in its answer. */
const sizeRefusals: Readonly<Record<number, string>> = {
  1: "it does not allow another size",
  2: "it has not enough memory",
  3: "the size is not valid",
};

/**
 * Client of the RFB server of one display: keys, pointer, size and pixels. Own code, because the libraries for Node are
 * not maintained, and a socket on this machine needs only raw pixels. Pixels are sent only on request, so that a
 * display costs nothing while nobody watches. Every method throws a {@link DisplayError} `ended` after the end of the
 * connection; a wait for the server throws `not-responding` after 10 s.
 */
export class RfbClient {
  /** Resolves with the reason when the connection has ended. */
  readonly closed: Promise<DisplayError>;
  readonly #socket: Socket;
  readonly #reader: ByteReader;
  /** Reads of pixels and changes of the size run one after the other, because answers do not name their request. */
  #lastTurn: Promise<unknown> = Promise.resolve();
  /** Rejecting functions of the waits for answers. */
  readonly #waiting = new Set<(error: Error) => void>();
  #ended: DisplayError | undefined;
  #size: { width: number; height: number };
  #shape: PointerShape | undefined;
  #position = { x: 0, y: 0 };
  #buttons = 0;
  #refresh: Refresh | undefined;
  /** Pixels received so far; undefined while nobody takes pictures. */
  #mirror: Mirror | undefined;
  #mirrorEnd: NodeJS.Timeout | undefined;
  /** Called at the next change of pixels. */
  readonly #changes = new Set<() => void>();
  #resized: ((refusal: string | undefined) => void) | undefined;

  private constructor(socket: Socket, reader: ByteReader, size: { width: number; height: number }) {
    this.#socket = socket;
    this.#reader = reader;
    this.#size = size;
    const { promise, resolve } = Promise.withResolvers<DisplayError>();
    this.closed = promise;
    this.#receive().catch((cause: Error) => {
      const error = new DisplayError("ended", `the display has ended: ${cause.message}`, { cause });
      this.#ended = error;
      socket.destroy();
      for (const reject of this.#waiting) reject(error);
      resolve(error);
    });
  }

  /** Opens the protocol on a connected socket. Rejects when the server does not speak it, closes, or with the signal. */
  static async open(socket: Socket, signal: AbortSignal): Promise<RfbClient> {
    const reader = new ByteReader(socket);
    const onAbort = (): void => {
      socket.destroy(signal.reason as Error);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      signal.throwIfAborted();
      await reader.read(VERSION.length);
      socket.write(VERSION);
      const [types = 0] = await reader.read(1);
      const offered = await reader.read(types);
      if (!offered.includes(SECURITY_NONE)) throw new Error("the display asks for a password");
      socket.write(Buffer.from([SECURITY_NONE]));
      if ((await reader.read(4)).readUInt32BE() !== 0) throw new Error("the display refused the connection");
      const shared = 1;
      socket.write(Buffer.from([shared]));
      const init = await reader.read(24);
      await reader.read(init.readUInt32BE(20));
      socket.write(setPixelFormat());
      socket.write(setEncodings(Object.values(encodings)));
      const client = new RfbClient(socket, reader, { width: init.readUInt16BE(0), height: init.readUInt16BE(2) });
      // The pointer is in the middle at first.
      client.pointer(0, 0, 0);
      return client;
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Size of the display in pixels. */
  get size(): { readonly width: number; readonly height: number } {
    return this.#size;
  }

  /** Shape of the pointer; undefined before the server has sent one. */
  get pointerShape(): PointerShape | undefined {
    return this.#shape;
  }

  /** Position of the pointer; a movement by a viewer is known after the next read of pixels. */
  get pointerPosition(): { readonly x: number; readonly y: number } {
    return this.#position;
  }

  /** Presses or releases a key, by its X11 keysym. */
  key(keysym: number, down: boolean): void {
    this.#socket.write(keyEvent(keysym, down));
  }

  /** Moves the pointer and sets its buttons; bit 0 is X's button 1. */
  pointer(x: number, y: number, buttons: number): void {
    this.#position = { x, y };
    this.#buttons = buttons;
    this.#socket.write(pointerEvent(x, y, buttons));
  }

  /** Resolves when the server has handled every message sent so far. */
  async handled(): Promise<void> {
    await this.#inTurn(() => this.#refreshed(PIXEL, PIXEL));
  }

  /** Changes the size of the display. Throws a {@link DisplayError} `size-refused` with the server's reason. */
  async resize(width: number, height: number): Promise<void> {
    const refusal = await this.#inTurn(() =>
      this.#answer<string | undefined>((resolve) => {
        this.#resized = resolve;
        this.#socket.write(setDesktopSize(width, height));
        // The server puts its answer into an update.
        this.#requestChanges();
      }),
    );
    if (refusal === undefined) return;
    const message = `${width}x${height} is refused by the display: ${refusal}`;
    throw new DisplayError("size-refused", message, { problems: [{ path: "viewport", message }] });
  }

  /**
   * Current pixels of a region; of the whole display when omitted. A part that leaves the display, because another
   * client makes the display smaller in the meantime, is black.
   */
  capture(region?: Region): Promise<Picture> {
    return this.#inTurn(() => this.#read(region ?? { x: 0, y: 0, ...this.#size }));
  }

  /** Resolves at the next change of pixels, or when `signal` is aborted. */
  async change(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await this.#happening<void>((resolve) => {
      const changed = (): void => {
        this.#changes.delete(changed);
        signal.removeEventListener("abort", changed);
        resolve();
      };
      this.#changes.add(changed);
      signal.addEventListener("abort", changed, { once: true });
      this.#requestChanges();
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastTurn.then(work);
    this.#lastTurn = done.catch(() => {});
    return done;
  }

  /** Waits for an answer of the server. Rejects when the connection ends first, or at the time limit. */
  async #answer<T>(ask: (resolve: (value: T) => void) => void): Promise<T> {
    const message = `the screen of the session does not answer within ${ANSWER_BOUND_MS / 1_000} s`;
    const late = (): Error => new DisplayError("not-responding", message);
    return withTimeLimit({ ms: ANSWER_BOUND_MS, late }, (signal) => untilAborted(this.#happening(ask), signal));
  }

  /** Waits for something that may never happen. Rejects when the connection ends first. */
  async #happening<T>(start: (resolve: (value: T) => void) => void): Promise<T> {
    if (this.#ended) throw this.#ended;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#waiting.add(reject);
    try {
      start(resolve);
      return await promise;
    } finally {
      this.#waiting.delete(reject);
    }
  }

  async #read(region: Region): Promise<Picture> {
    let mirror = this.#keptMirror();
    do {
      await this.#refreshed(region, mirror.has(region) ? { ...region, width: 1, height: 1 } : region);
      // A new mirror after a change of the size.
      mirror = this.#keptMirror();
    } while (!mirror.has(region));
    return { region, pixels: mirror.read(region) };
  }

  #keptMirror(): Mirror {
    clearTimeout(this.#mirrorEnd);
    this.#mirrorEnd = setTimeout(() => {
      this.#mirror = undefined;
    }, MIRROR_MS).unref();
    this.#mirror ??= new Mirror(this.#size);
    return this.#mirror;
  }

  /**
   * Resolves when the pixels of a region were received in their current state: all pixels of `complete`, which is a
   * part of the region, and the changed pixels of the rest. The server answers a request for all pixels only with the
   * size of the display, and sends the pixels, with all changes of the region, for the next request for changes.
   */
  async #refreshed(region: Region, complete: Region): Promise<void> {
    const refresh: Refresh = { missing: [complete], answered: false, updated: () => {} };
    this.#refresh = refresh;
    try {
      this.#leaveOutMissing();
      for (let changesOnly = false; refresh.missing.length > 0; changesOnly = true) {
        await this.#answer<void>((updated) => {
          refresh.updated = updated;
          this.#socket.write(updateRequest(changesOnly ? region : complete, changesOnly));
        });
      }
    } finally {
      this.#refresh = undefined;
    }
    if (this.#changes.size > 0) this.#requestChanges();
  }

  /** Pixels outside of the display are never sent. */
  #leaveOutMissing(): void {
    const refresh = this.#refresh;
    if (!refresh) return;
    const display = { x: 0, y: 0, ...this.#size };
    refresh.missing = refresh.missing.flatMap((part) => intersection(part, display) ?? []);
  }

  #requestChanges(): void {
    this.#socket.write(updateRequest({ x: 0, y: 0, ...this.#size }, true));
  }

  async #receive(): Promise<never> {
    for (;;) {
      const [type] = await this.#reader.read(1);
      if (type === 0) await this.#receiveUpdate();
      else if (type === 1) await this.#skipColours();
      else if (type === 3) await this.#skipClipboard();
      else if (type !== 2) throw new Error(`the display sent an unknown message (${type})`);
    }
  }

  async #receiveUpdate(): Promise<void> {
    const count = (await this.#reader.read(3)).readUInt16BE(1);
    const refresh = this.#refresh;
    let pixels = 0;
    for (let index = 0; index < count; index++) {
      const header = await this.#reader.read(12);
      const rectangle: Rectangle = {
        x: header.readUInt16BE(0),
        y: header.readUInt16BE(2),
        width: header.readUInt16BE(4),
        height: header.readUInt16BE(6),
        encoding: header.readInt32BE(8),
      };
      if (rectangle.encoding === encodings.raw) {
        pixels += rectangle.width * rectangle.height;
        await this.#receivePixels(rectangle, refresh);
      } else if (rectangle.encoding === encodings.desktopSize) await this.#receiveSize(rectangle);
      else if (rectangle.encoding === encodings.pointerShape) await this.#receivePointer(rectangle);
      else if (rectangle.encoding === encodings.pointerPosition) this.#follow(rectangle);
      else throw new Error(`the display sent an unknown encoding (${rectangle.encoding})`);
    }
    if (refresh) return refresh.updated();
    if (this.#changes.size === 0) return;
    if (pixels === 0) return this.#requestChanges();
    for (const changed of this.#changes) changed();
  }

  async #receivePixels(rectangle: Region, refresh: Refresh | undefined): Promise<void> {
    const mirror = this.#mirror;
    const length = rectangle.width * rectangle.height * BYTES_PER_PIXEL;
    await this.#reader.stream(length, (chunk, offset) => mirror?.write(rectangle, chunk, offset));
    mirror?.received(rectangle);
    if (refresh?.answered) refresh.missing = refresh.missing.flatMap((each) => without(each, rectangle));
  }

  /** The fields x and y of this rectangle are the cause of the change and the status of a request. */
  async #receiveSize({ x: cause, y: status, width, height }: Region): Promise<void> {
    const [screens = 0] = await this.#reader.read(4);
    await this.#reader.read(16 * screens);
    const requested = 1;
    if (this.#refresh) this.#refresh.answered = true;
    if (status === 0) this.#followSize({ width, height });
    if (cause === requested) {
      this.#resized?.(status === 0 ? undefined : (sizeRefusals[status] ?? `status ${status}`));
      this.#resized = undefined;
    }
  }

  #followSize(size: { width: number; height: number }): void {
    const isOther = size.width !== this.#size.width || size.height !== this.#size.height;
    this.#size = size;
    if (isOther && this.#mirror) this.#mirror = new Mirror(size);
    this.#leaveOutMissing();
    const [x, y] = [Math.min(this.#position.x, size.width - 1), Math.min(this.#position.y, size.height - 1)];
    if (x !== this.#position.x || y !== this.#position.y) this.pointer(x, y, this.#buttons);
  }

  async #receivePointer({ x, y, width, height }: Region): Promise<void> {
    const encoding = (await this.#reader.read(4)).readInt32BE();
    if (encoding !== encodings.raw) throw new Error(`the display sent a pointer in an unknown encoding (${encoding})`);
    const pixels = Buffer.from(await this.#reader.read(width * height * BYTES_PER_PIXEL));
    this.#shape = { width, height, hotX: x, hotY: y, pixels };
  }

  /** The server draws the pointer into the pixels of a client that last sent another position. */
  #follow({ x, y }: Region): void {
    if (this.#buttons === 0) this.pointer(x, y, 0);
  }

  async #skipColours(): Promise<void> {
    const colours = (await this.#reader.read(5)).readUInt16BE(3);
    await this.#reader.read(6 * colours);
  }

  /** The clipboard is read and written by the browser. A negative length is that of an extension. */
  async #skipClipboard(): Promise<void> {
    const length = Math.abs((await this.#reader.read(7)).readInt32BE(3));
    await this.#reader.stream(length, () => {});
  }
}
