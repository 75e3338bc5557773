import { within } from "../../core/pause.ts";
import { background } from "../error-owner.ts";
import { fontCacheMounts } from "../processes/container-browser.ts";
import { type DisplayPlace, inside, startProgram } from "./display-program.ts";

/** Its caches inside the container. */
const CACHES = "/run/browserctl/caches";
/** Maximum number of starts of a window manager, including the first one. */
const MAX_STARTS = 5;
const START_BOUND_MS = 15_000;
/** Maximum time until the end of the display, which also ends the window manager, is reported, in milliseconds. */
const DISPLAY_END_MS = 200;

/** Window manager of a display (openbox); started again when it was killed. */
export class WindowManager {
  readonly #place: DisplayPlace;
  readonly #path: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #displayEnded: Promise<true>;
  #starts = 0;

  /** @param displayEnded resolves when nothing is left to manage */
  constructor(
    place: DisplayPlace,
    path: string,
    env: Readonly<Record<string, string>>,
    displayEnded: Promise<unknown>,
  ) {
    this.#place = place;
    this.#path = path;
    this.#env = env;
    this.#displayEnded = displayEnded.then(() => true);
  }

  /**
   * Starts it and waits until it manages the windows. Rejects with the reason, or the signal's reason.
   *
   * @param serverReady resolves when the X server accepts clients; everything before that is prepared in the meantime
   */
  async start(signal: AbortSignal, serverReady: Promise<unknown> = Promise.resolve()): Promise<void> {
    this.#starts += 1;
    const { own } = this.#place;
    const program = {
      command: [
        // openbox closes every descriptor but the first three in the programs that it starts.
        ...["/bin/sh", "-c", 'read -r ready <&4 && exec "$@" >&3 4<&-', "sh"],
        ...[this.#path, "--sm-disable", "--config-file", `${inside.own}/openbox.xml`, "--startup", "echo ready"],
      ],
      env: { ...this.#env, LANG: "C.UTF-8", PATH: "/usr/bin:/bin", XDG_CACHE_HOME: CACHES },
      mounts: [
        ...["--bind", own, inside.own, "--bind", `${own}/tmp/.X11-unix`, inside.sockets],
        ...fontCacheMounts(CACHES),
      ],
    };
    const { ended } = await startProgram(this.#place, "openbox", program, signal, { turn: serverReady });
    background(ended.then((reason) => this.#again(reason)));
  }

  async #again(reason: string): Promise<void> {
    if (await within(this.#displayEnded, DISPLAY_END_MS)) return;
    const { log, warn } = this.#place;
    if (this.#starts >= MAX_STARTS) {
      warn(`${reason}, and was started ${MAX_STARTS} times: the session goes on without a window manager`);
      return;
    }
    log(`${reason}; it starts again`);
    await this.start(AbortSignal.timeout(START_BOUND_MS)).catch((error: Error) => this.#again(error.message));
  }
}
