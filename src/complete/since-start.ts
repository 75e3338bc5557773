/**
 * Milliseconds since the start of the process. Not `performance.now()`, because loading it takes as long as everything
 * else here.
 */
export function sinceStart(): number {
  return process.uptime() * 1000;
}
