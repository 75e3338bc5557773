import { sanitize, sanitizeKeepingColour, sanitizeLine, sanitizeRow } from "./sanitize.ts";

/** Text from anywhere, or text that is safe already. */
export type Text = string | Styled;

/**
 * Text that is safe for a terminal: escaped, with the program's own colours. Only the functions below create it, and
 * each escapes plain text, so that no sequence of a service reaches a terminal.
 */
export class Styled {
  /** The text with the sequences of its colours. */
  readonly ansi: string;

  private constructor(ansi: string) {
    this.ansi = ansi;
  }

  /** Escapes a text; newlines and tabs stay. */
  static of(text: Text): Styled {
    return text instanceof Styled ? text : new Styled(sanitize(text));
  }

  /** Escapes a text that has to stay one line: newlines and tabs too. */
  static line(text: Text): Styled {
    return text instanceof Styled ? text : new Styled(sanitizeLine(text));
  }

  /** A line of another program's output: escaped, except for the colours that only emphasise. */
  static keepingColour(text: string): Styled {
    return new Styled(sanitizeKeepingColour(text));
  }

  /** A row of a view: escaped, except for the sequences of its styles and links. */
  static row(text: Text): Styled {
    return text instanceof Styled ? text : new Styled(sanitizeRow(text));
  }

  /** A text in one of the program's own styles, which puts sequences around it. */
  static painted(style: (text: string) => string, text: Text): Styled {
    return new Styled(style(Styled.of(text).ansi));
  }

  /** Joins texts. */
  static join(parts: readonly Text[], separator = ""): Styled {
    return new Styled(parts.map((part) => Styled.of(part).ansi).join(sanitize(separator)));
  }

  /** Joins lines, each followed by a newline. */
  static lines(lines: readonly Text[]): Styled {
    return new Styled(lines.map((line) => `${Styled.of(line).ansi}\n`).join(""));
  }

  /** The lines of the text, without their newlines. */
  split(): Styled[] {
    return this.ansi.split("\n").map((line) => new Styled(line));
  }

  /** The text without blanks at its end. */
  trimEnd(): Styled {
    return new Styled(this.ansi.trimEnd());
  }

  /** The text without its colours. */
  get plain(): string {
    return this.ansi.replaceAll(/\u001b\[[0-9;:]*m/g, "");
  }

  toString(): string {
    return this.ansi;
  }
}

/** Template of a styled text: its own words stay, and each value is escaped to one line unless it is styled. */
export function styled(words: TemplateStringsArray, ...values: readonly (Text | number)[]): Styled {
  return Styled.join(
    words.flatMap((word, at) => {
      const value = values[at];
      if (value === undefined) return [word];
      return [word, value instanceof Styled ? value : Styled.line(String(value))];
    }),
  );
}
