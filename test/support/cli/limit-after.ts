/** Limit of the first attempt, and the longest one, in milliseconds. */
const [FIRST_MS, LAST_MS] = [300, 80_000];

/**
 * Runs a command with a time limit, such as `300ms`, that has to strike after something has happened, such as the arrival of
 * a request. A busy machine takes longer to get there: the command runs again with twice the limit until that came first.
 */
export async function limitAfter<T>(happened: () => boolean, run: (limit: string) => Promise<T>): Promise<T> {
  for (let ms = FIRST_MS; ; ms *= 2) {
    const result = await run(`${ms}ms`);
    if (happened() || ms > LAST_MS) return result;
  }
}
