/** Rows of the parts of the screen, from above; those that do not fit have none. */
export interface Layout {
  readonly title: number;
  readonly status: number;
  readonly log: number;
  readonly keys: number;
}

/** How the rows of a terminal are shared: the log has at least one, the keys come before the state, the title last. */
export function layoutOf(rows: number): Layout {
  const keys = rows >= 2 ? 1 : 0;
  const status = rows >= 4 ? 1 : 0;
  const title = rows >= 6 ? 1 : 0;
  return { title, status, keys, log: Math.max(1, rows - keys - status - title) };
}
