/**
 * Ways to page a list (contract 0.8): the query parameter that continues it, and the header with its next value. An offset is
 * a number and 0 on the last page. A token and a cursor are opaque texts and absent there; a page before may be empty.
 */
export const pagings = {
  offset: { parameter: "offset", header: "X-Next-Offset" },
  cursor: { parameter: "offset", header: "X-Next-Offset" },
  token: { parameter: "page_token", header: "X-Next-Page-Token" },
} as const;

export type Paging = keyof typeof pagings;
