/** Response header with a message for the user, as percent-encoded UTF-8. */
export const NOTICE_HEADER = "X-Browserctl-Notice";
const MAX_CHARACTERS = 500;

/** Value of {@link NOTICE_HEADER}; truncated to 500 characters. */
export function noticeHeader(text: string): string {
  return encodeURIComponent([...text.toWellFormed()].slice(0, MAX_CHARACTERS).join(""));
}
