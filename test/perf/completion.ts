import { once } from "node:events";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import {
  type Bench,
  environment,
  interleaved,
  median,
  program,
  type Row,
  temporaryDirectory,
  timeProgram,
  timesFloor,
} from "./bench.ts";

/** Times of bare Node that a completion may take at most, and the milliseconds above it of one from the cache. */
const limits = { cached: 1.3, live: 1.9 } as const;
const CACHED_ABOVE_MS = 35;

/** Completion of ids against bare Node: 100 and 10,000 names, from the cache and from the service. */
export async function benchCompletion(bench: Bench): Promise<readonly Row[]> {
  const [few, many] = [await completing(bench, 100), await completing(bench, 10_000)];
  const bare = environment(await temporaryDirectory(bench));
  const times = await interleaved(bench, bench.long ? 60 : 20, {
    node: () => timeProgram(bench, ["-e", "0"], bare),
    cached: few.cached,
    live: few.live,
    cachedMany: many.cached,
    liveMany: many.live,
  });
  const { node, cached } = times;
  return [
    timesFloor("100 names from the cache / bare node", cached, node, limits.cached),
    {
      name: "100 names from the cache, above bare node",
      value: median(cached),
      floor: median(node),
      above: median(cached.map((ms, at) => ms - (node[at] ?? Number.NaN))),
      limit: CACHED_ABOVE_MS,
    },
    timesFloor("100 names from the service / bare node", times.live, node, limits.live),
    timesFloor("10,000 names from the cache / bare node", times.cachedMany, node),
    timesFloor("10,000 names from the service / bare node", times.liveMany, node),
  ];
}

interface Completing {
  /** Times a completion with a cache that was written just now. */
  cached(): Promise<number>;
  /** Times a completion without a cache. */
  live(): Promise<number>;
}

/** A service with this many sessions, all on its first page, and a home for completions from it. */
async function completing(bench: Bench, count: number): Promise<Completing> {
  const home = await temporaryDirectory(bench);
  const records = Array.from({ length: count }, (_, at) => ({
    session_id: `s${String(at).padStart(23, "0")}`,
    name: `shop-${at}`,
    created_at: "2026-01-01T00:00:00Z",
    cdp_ws_url: "ws://127.0.0.1/cdp",
    headless: true,
    stealth: false,
    timeout_seconds: 600,
  }));
  const body = JSON.stringify(records);
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json").end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  bench.defer(() => server.close());
  const { port } = server.address() as AddressInfo;
  const env = environment(home, {
    BROWSERCTL_BASE_URL: `http://127.0.0.1:${port}`,
    BROWSERCTL_TOKEN: "token",
    XDG_CACHE_HOME: home,
  });
  const cache = join(home, "browserctl/completion");
  const run = (): Promise<number> => timeProgram(bench, [program, "__complete", "browsers", "shop-9", "--"], env);
  const live = async (): Promise<number> => {
    await rm(cache, { recursive: true, force: true });
    return run();
  };
  const cached = async (): Promise<number> => {
    const [name] = await readdir(cache).catch(() => []);
    if (name === undefined) {
      await live();
      return cached();
    }
    const answer = JSON.parse(await readFile(join(cache, name), "utf8")) as object;
    await writeFile(join(cache, name), JSON.stringify({ ...answer, at: Date.now() }));
    return run();
  };
  return { cached, live };
}
