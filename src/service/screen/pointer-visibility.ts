/** Visibility of the pointer of a display. The X server hides it from programs, not from the clients of its RFB socket. */
export class PointerVisibility {
  readonly #listeners = new Set<(hidden: boolean) => void>();
  #hidden = false;

  get hidden(): boolean {
    return this.#hidden;
  }

  set(hidden: boolean): void {
    if (hidden === this.#hidden) return;
    this.#hidden = hidden;
    for (const listener of this.#listeners) listener(hidden);
  }

  /** Calls a listener at each change, and now when the pointer is hidden. Returns the function that stops it. */
  follow(listener: (hidden: boolean) => void): () => void {
    this.#listeners.add(listener);
    if (this.#hidden) listener(true);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}
