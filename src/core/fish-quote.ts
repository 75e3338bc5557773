/** A text in single quotes of fish, in which only the quote itself and the backslash are special. */
export function fishQuote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
