/** Header of a message for the person behind a client, beside the answer; percent-encoded UTF-8. */
export const NOTICE_HEADER = "X-Browserctl-Notice";
const MAX_CHARACTERS = 500;

/** The value of {@link NOTICE_HEADER}; a longer text is cut after 500 characters. */
export function noticeHeader(text: string): string {
  return encodeURIComponent([...text.toWellFormed()].slice(0, MAX_CHARACTERS).join(""));
}
