import { CliError } from "../core/errors.ts";
import { table } from "../core/table.ts";

// Own code instead of a library: `shell-quote` knows neither `$'…'` nor positions, passes substitutions as they are, and
// `curlconverter` brings a compiled grammar of Bash.

/** A variable in a word. */
export interface ShellVariable {
  readonly variable: string;
  /** Position of its `$` in the line, from 1. */
  readonly position: number;
}

/** A word of a command line: text, and variables that a shell would replace. */
export type ShellWord = readonly (string | ShellVariable)[];

/**
 * Splits a command line as a POSIX shell does, with `$'…'` of Bash, and runs nothing. Exit 2, with the position, for
 * anything but one plain command: substitutions, pipes, redirections, several commands, open quotes.
 *
 * @param kind noun for the command in errors
 */
export function shellWords(line: string, kind = "curl command"): ShellWord[] {
  return new Splitter(line, kind).words();
}

const operators = table<string>({
  ";": "a second command",
  "|": "a pipe",
  "&": "a second command",
  "<": "a redirection",
  ">": "a redirection",
  "(": "a subshell",
  ")": "a subshell",
});

const ansiEscapes = table<string>({
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
});

class Splitter {
  readonly #line: string;
  readonly #kind: string;
  #at = 0;
  #word: (string | ShellVariable)[] | undefined;

  constructor(line: string, kind: string) {
    this.#kind = kind;
    // An empty line behind the command is no second command.
    this.#line = line.replace(/\s+$/, "");
  }

  words(): ShellWord[] {
    const words: ShellWord[] = [];
    const end = (): void => {
      if (this.#word) words.push(this.#word);
      this.#word = undefined;
    };
    while (this.#at < this.#line.length) {
      const character = this.#line.charAt(this.#at);
      const operator = operators.get(character);
      if (/[ \t\r]/.test(character)) {
        end();
        this.#at += 1;
      } else if (character === "\n") {
        if (words.length > 0 || this.#word) throw this.#refused("a second command", this.#at);
        this.#at += 1;
      } else if (character === "#" && this.#word === undefined) {
        const next = this.#line.indexOf("\n", this.#at);
        this.#at = next < 0 ? this.#line.length : next;
      } else if (operator !== undefined) throw this.#refused(operator, this.#at);
      else this.#unquoted(character);
    }
    end();
    return words;
  }

  #add(piece: string | ShellVariable): void {
    this.#word ??= [];
    const last = this.#word.at(-1);
    if (typeof piece === "string" && typeof last === "string") this.#word[this.#word.length - 1] = last + piece;
    else this.#word.push(piece);
  }

  #unquoted(character: string): void {
    if (character === "'") this.#single();
    else if (character === '"') this.#double();
    else if (character === "`") throw this.#refused("a command in `…`", this.#at);
    else if (character === "$") this.#dollar(false);
    else if (character === "\\") {
      const next = this.#line.charAt(this.#at + 1);
      // Windows ends its lines with CR and LF.
      const length = next === "\r" && this.#line.charAt(this.#at + 2) === "\n" ? 3 : 2;
      if (next !== "\n" && length === 2) this.#add(next);
      this.#at += length;
    } else {
      this.#add(character);
      this.#at += 1;
    }
  }

  #single(): void {
    const end = this.#line.indexOf("'", this.#at + 1);
    if (end < 0) throw this.#refused("a ' that is not closed", this.#at);
    this.#add(this.#line.slice(this.#at + 1, end));
    this.#at = end + 1;
  }

  #double(): void {
    const begin = this.#at;
    this.#add("");
    this.#at += 1;
    for (;;) {
      const character = this.#line.charAt(this.#at);
      if (character === "") throw this.#refused('a " that is not closed', begin);
      if (character === '"') break;
      if (character === "`") throw this.#refused("a command in `…`", this.#at);
      if (character === "$") this.#dollar(true);
      else if (character === "\\") {
        const next = this.#line.charAt(this.#at + 1);
        if (next !== "\n") this.#add(/[$`"\\]/.test(next) ? next : `\\${next}`);
        this.#at += 2;
      } else {
        this.#add(character);
        this.#at += 1;
      }
    }
    this.#at += 1;
  }

  #dollar(quoted: boolean): void {
    const rest = this.#line.slice(this.#at);
    if (rest.startsWith("$(")) throw this.#refused("a command in $(…)", this.#at);
    if (!quoted && rest.startsWith("$'")) {
      this.#ansi();
      return;
    }
    const match = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::\?[^}]*)?\})/.exec(rest);
    if (match) {
      this.#add({ variable: match[1] ?? match[2] ?? "", position: this.#at + 1 });
      this.#at += match[0].length;
    } else if (/^\$[{\d@*#?$!-]/.test(rest)) throw this.#refused("an expansion that is no plain variable", this.#at);
    else {
      this.#add("$");
      this.#at += 1;
    }
  }

  /** `$'…'`. */
  #ansi(): void {
    const begin = this.#at;
    this.#add("");
    this.#at += 2;
    for (;;) {
      const character = this.#line.charAt(this.#at);
      if (character === "") throw this.#refused("a $' that is not closed", begin);
      if (character === "'") break;
      if (character !== "\\") {
        this.#add(character);
        this.#at += 1;
        continue;
      }
      const rest = this.#line.slice(this.#at + 1);
      const code = /^(?:x([\dA-Fa-f]{1,2})|u([\dA-Fa-f]{1,4})|U([\dA-Fa-f]{1,8})|([0-7]{1,3}))/.exec(rest);
      if (code) {
        const digits = code[1] ?? code[2] ?? code[3];
        const point = digits === undefined ? Number.parseInt(code[4] ?? "", 8) & 255 : Number.parseInt(digits, 16);
        if (point > 0x10_ff_ff) throw this.#refused("an escape that is no character", this.#at);
        this.#add(String.fromCodePoint(point));
        this.#at += 1 + code[0].length;
      } else {
        const next = rest.charAt(0);
        this.#add(ansiEscapes.get(next) ?? `\\${next}`);
        this.#at += 2;
      }
    }
    this.#at += 1;
  }

  #refused(what: string, at: number): CliError {
    const message = `position ${at + 1}: ${what}; only one plain ${this.#kind} is read, and nothing is run`;
    return new CliError("usage", message, { code: "shell_syntax" });
  }
}
