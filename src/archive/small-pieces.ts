/** Size up to which small chunks are sent together. */
const PIECE_BYTES = 64 * 1_024;

/** Joins small chunks to larger ones. */
export class SmallPieces {
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  *add(piece: Uint8Array): Generator<Uint8Array> {
    if (this.#bytes + piece.length > PIECE_BYTES) yield* this.rest();
    this.#pieces.push(piece);
    this.#bytes += piece.length;
  }

  *rest(): Generator<Uint8Array> {
    const [pieces, bytes] = [this.#pieces, this.#bytes];
    this.#pieces = [];
    this.#bytes = 0;
    if (bytes > 0) yield pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces, bytes);
  }
}
