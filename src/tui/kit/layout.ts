/** Rows of the parts of the screen, from top to bottom. Parts that do not fit have 0 rows. */
export interface Layout {
  readonly title: number;
  readonly status: number;
  readonly middle: number;
  readonly keys: number;
}

/** Divides the rows of a terminal. The middle has at least one; the keys come next, then the status, then the title. */
export function layoutOf(rows: number): Layout {
  const keys = rows >= 2 ? 1 : 0;
  const status = rows >= 4 ? 1 : 0;
  const title = rows >= 6 ? 1 : 0;
  return { title, status, keys, middle: Math.max(1, rows - keys - status - title) };
}
