/**
 * True when a text contains a control character (C0, DEL, C1). The expression lists the allowed characters: compiling a
 * Unicode class would cost every command 0.15 ms.
 */
export function hasControl(text: string): boolean {
  return /[^ -~\u00a0-\uffff]/.test(text);
}
