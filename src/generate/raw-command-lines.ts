import { sourceProblems } from "./lint/source-problems.ts";

/** Words that are the program's own: those of a command, a group, an alias or a topic, and its version. */
const own = /^(?:spec\.words|words|alias|topic|list|line|raise|version|group === .*|args\.map.*)$/;

/** Places of a value in a command line: a line of browserctl, one of a shell, and words that are joined to a line. */
const places = [
  /browserctl [^`\n]*?\$\{([^}`]*)/g,
  /\bexport (?:[A-Z_]+|\$\{\w+\})=\$\{([^}`]*)/g,
  /\$\{[\w.]*(?:hint|command)\} --[^`\n]*?\$\{([^}`]*)/gi,
  // Names from a website. A text of the flag alone is the title of a problem with what the user typed.
  /--(?:field|choice) \$\{([^}`]*)\}(?!`)/g,
];

/** Command lines to copy with a value in them that is not quoted for a shell by `commandLine`, `posixWord` or `filledAdvice`. */
export function rawCommandLines(text: string): string[] {
  const quoted = /commandLine|^posix(?:Word|Quote)\(/;
  const found = places
    .flatMap((place) => [...text.matchAll(place)])
    .filter(([match, value = ""]) => !own.test(value) && !match.endsWith("${commandLine") && !quoted.test(value));
  return [...found, ...text.matchAll(/\.replace(?:All)?\("<\w+>", .*/g)].map(([match]) => match);
}

/** Command lines in the sources with a value that is not quoted. Generators print no value of a user. */
export function projectCommandLineProblems(): Promise<string[]> {
  return sourceProblems(
    (path) => /\.tsx?$/.test(path) && !path.startsWith("src/generate/"),
    (path, text) => rawCommandLines(text).map((line) => `${path}: ${line}: write it with commandLine`),
  );
}
