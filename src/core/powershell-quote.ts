/** Text in single quotes, as PowerShell reads it back unchanged: it takes typographic apostrophes for quotes too. */
export function powershellQuote(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
}
