import { Socket } from "node:net";
import { CONTROL_FD } from "./protocol.ts";

/** Lines of JSON between service and runner. */
export class ControlChannel {
  readonly #socket = new Socket({ fd: CONTROL_FD, readable: true, writable: true });
  readonly #take: (line: unknown) => void;
  #text = "";

  /** @param take receives each line from the service */
  constructor(take: (line: unknown) => void) {
    this.#take = take;
    this.#socket.setEncoding("utf8");
    this.#socket.on("data", (chunk: string) => this.#read(chunk));
    this.#socket.on("error", () => {});
  }

  /** Sends a line, and calls `sent` when it is written. */
  send(line: string, sent: () => void): void {
    this.#socket.write(`${line}\n`, sent);
  }

  /** Lets the process exit when its event loop waits only for this channel. */
  unref(): void {
    this.#socket.unref();
  }

  #read(chunk: string): void {
    this.#text += chunk;
    for (let end = this.#text.indexOf("\n"); end !== -1; end = this.#text.indexOf("\n")) {
      const line = JSON.parse(this.#text.slice(0, end)) as unknown;
      this.#text = this.#text.slice(end + 1);
      this.#take(line);
    }
  }
}
