/** Exits of commands that take a browser from a pool. */
export const acquireExits = { timeout: "no browser of the pool became idle in time" } as const;
