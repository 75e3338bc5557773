/**
 * Calls `call` after a time, once no notice waits. A process that was stopped meanwhile reads the notices that have come
 * first: Node runs timers that are due before it reads. Returns a function that cancels.
 *
 * @param isBusy true while notices that were read wait for their turn
 */
export function afterNotices(ms: number, isBusy: () => boolean, call: () => void): () => void {
  let isOver = false;
  const look = (): void => {
    if (isOver) return;
    if (isBusy()) timer.refresh();
    else call();
  };
  const timer = setTimeout(() => setImmediate(look), ms).unref();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
