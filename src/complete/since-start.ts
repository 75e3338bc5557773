/** Milliseconds since the start of the process. Not `performance.now()`: to load it takes as long as all the rest here. */
export function sinceStart(): number {
  return process.uptime() * 1000;
}
