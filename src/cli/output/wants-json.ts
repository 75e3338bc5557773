/**
 * True when errors are printed as JSON. Decided from the words and the environment alone: the words may be wrong, and
 * the settings unreadable.
 */
export function wantsJson(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): boolean {
  const words = beforeDashes(argv);
  const asked = words.flatMap((word, at) => {
    if (word === "-o" || word === "--output") return [words[at + 1] ?? ""];
    const inline = /^(?:--output=|-o)(.+)$/.exec(word);
    return inline?.[1] ? [inline[1]] : [];
  });
  return /^jsonl?$/i.test(asked.at(-1) ?? env["BROWSERCTL_OUTPUT"] ?? "");
}

/** Words of this program: those before `--`. */
export function beforeDashes(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end === -1 ? argv : argv.slice(0, end);
}
