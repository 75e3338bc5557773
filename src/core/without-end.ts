/** Text without characters at its end. A pattern such as `/[/]+$/` tries each run of them, in steps that grow with its square. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Text before the first of some characters; the whole text without one. */
export function untilAny(text: string, characters: string): string {
  for (let at = 0; at < text.length; at += 1) if (characters.includes(text.charAt(at))) return text.slice(0, at);
  return text;
}
