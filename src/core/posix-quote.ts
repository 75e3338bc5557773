/** Text in single quotes, as a POSIX shell reads it back unchanged. */
export function posixQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Argument for a POSIX shell: bare where every character is literal to the shell, quoted otherwise. */
export function posixWord(text: string): string {
  return /^[A-Za-z0-9_./:=@%+-]+$/.test(text) ? text : posixQuote(text);
}
