/** Answer of a browser to a navigation. */
export interface Navigated {
  readonly errorText?: string;
  readonly isDownload?: boolean;
}

/**
 * Maximum number of requests for an address whose document another one replaces: one that a person opens, or the error
 * page of the address before, which may arrive late. Chromium reports an answer without content in the same way.
 */
const MAX_REQUESTS = 3;

/** True for an address whose document was replaced, or whose answer has no content. */
export function isAborted({ errorText, isDownload }: Navigated): boolean {
  return errorText === "net::ERR_ABORTED" && isDownload !== true;
}

/** Answer of a navigation that is done again while another document replaces its own; undefined when none came in time. */
export async function navigateAgain<T extends Navigated>(
  navigate: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (let requests = 1; ; requests += 1) {
    const answer = await navigate();
    if (!answer || !isAborted(answer) || requests === MAX_REQUESTS) return answer;
  }
}
