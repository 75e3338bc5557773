/** Maximum length of a value that is typed, in UTF-16 units. */
export const MAX_VALUE = 4_096;

/**
 * Reason why a value cannot be typed into a field, as text that follows the field's name; undefined when it can. Does
 * not quote the value.
 */
export function typingProblem(value: string): string | undefined {
  if (!value.isWellFormed()) return "is not valid Unicode: half of a surrogate pair";
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(value)) {
    return "has a line break or another control character; a field of a login takes one line";
  }
  return value.length > MAX_VALUE ? `has ${value.length} characters; at most ${MAX_VALUE}` : undefined;
}
