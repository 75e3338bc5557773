import { type Breakage, jsonOf, type Reply, type Sent, withJson } from "./broken-service.ts";

/** A breakage: what it breaks, the operation, the check and the words that name it, and how. */
export type BreakageRow = readonly [
  breaks: string,
  operation: string,
  check: string,
  reason: string,
  breakage: Breakage,
];

type Change = (reply: Reply, sent: Sent) => Reply;

export const is = (method: string, path: RegExp, { method: own, path: at }: Sent): boolean =>
  own === method && path.test(at.split("?")[0] ?? "");

/** Changes the successes of one route. */
export const reply = (method: string, path: RegExp, change: Change): Breakage => ({
  reply: (given, sent) => (is(method, path, sent) && given.status < 300 ? change(given, sent) : given),
});

/** Changes the refusals of one route. */
export const refusal = (method: string, path: RegExp, change: Change): Breakage => ({
  reply: (given, sent) => (is(method, path, sent) && given.status >= 400 ? change(given, sent) : given),
});

/** Changes or answers the requests of one route. */
export const request = (method: string, path: RegExp, change: NonNullable<Breakage["request"]>): Breakage => ({
  request: (sent) => (is(method, path, sent) ? change(sent) : sent),
});

export const withFields =
  (fields: object): Change =>
  (given) =>
    withJson(given, { ...jsonOf(given), ...fields });

export const without =
  (name: string): Change =>
  (given) => {
    const { [name]: _, ...rest } = jsonOf(given);
    return withJson(given, rest);
  };

export const withHeaders =
  (headers: Readonly<Record<string, string>>): Change =>
  (given) => ({
    ...given,
    headers: { ...given.headers, ...headers },
  });

/** A body without what makes it bad. */
export const repaired = (sent: Sent, repair: (body: Record<string, unknown>) => object): Sent => {
  try {
    return { ...sent, body: Buffer.from(JSON.stringify(repair(JSON.parse(sent.body.toString())))) };
  } catch {
    return sent;
  }
};

export const withQuery = (sent: Sent, change: (query: URLSearchParams) => void): Sent => {
  const url = new URL(sent.path, "http://service");
  change(url.searchParams);
  return { ...sent, path: `${url.pathname}${url.search}` };
};
