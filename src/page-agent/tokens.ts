const pieces = /\p{L}+|\p{N}+|\s+|[^\p{L}\p{N}\s]+/gu;
const wide = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/u;

/** Characters of a token, measured with o200k on pages and addresses; `test/page-agent/tokens.test.ts` compares the two. */
const LETTERS = 6;
const OTHER_LETTERS = 2.5;
const DIGITS = 3;
const SIGNS = 2;

/**
 * Number of tokens of a text, estimated without a tokenizer, because one would cost a megabyte and 100 ms. It is meant to
 * be too high rather than too low.
 */
export function estimatedTokens(text: string): number {
  let tokens = 0;
  let before = "";
  for (const [piece] of text.matchAll(pieces)) {
    tokens += tokensOf(piece, before);
    before = piece;
  }
  return Math.ceil(tokens);
}

function tokensOf(piece: string, before: string): number {
  if (/^\s/u.test(piece)) return piece.includes("\n") || piece.length > 1 ? 1 : 0;
  if (/^\p{N}/u.test(piece)) return Math.ceil(piece.length / DIGITS);
  if (!/^\p{L}/u.test(piece)) return Math.ceil(piece.length / SIGNS);
  if (wide.test(piece)) return piece.length * 0.8;
  if (/^[\x20-\x7e]+$/.test(piece)) {
    // A letter beside a digit, as in "R1C1", is a token of its own; so is each word of a compound in camel case.
    const words = piece.split(/(?<=[a-z])(?=[A-Z])/);
    const joined = /\p{N}$/u.test(before) ? 0.3 : 0;
    return words.reduce((sum, word) => sum + (word.length <= 8 ? 1 : word.length / LETTERS), joined);
  }
  return Math.max(1, piece.length / OTHER_LETTERS);
}
