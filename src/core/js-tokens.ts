/** Token of JavaScript: a word, a literal, a comment or one punctuation character. */
export interface JsToken {
  readonly kind: "word" | "text" | "comment" | "mark";
  readonly text: string;
  /** Index of its first character. */
  readonly at: number;
}

/** Tokens of a piece of JavaScript. */
export interface JsTokens {
  readonly tokens: readonly JsToken[];
  /** True where a bracket, a template or a comment is not closed yet. */
  readonly isOpen: boolean;
}

const WORD = /[\p{ID_Start}$_\d][\p{ID_Continue}$\u200c\u200d]*/uy;
const STRING = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?/sy;
const LINE_COMMENT = /\/\/[^\n]*/y;
const BLOCK_COMMENT = /\/\*.*?(?:\*\/|$)/sy;
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
/** Part of a template up to its end, or to the expression in it. */
const TEMPLATE = /(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)?/sy;

/** Words after which a slash begins a regular expression. */
const beforeValue = new Set("await case delete do else in instanceof new of return throw typeof void yield".split(" "));

/**
 * Splits code into tokens, valid or not. assumed: a slash after a closing bracket divides, as in almost all code; without a
 * parser the other meaning cannot be known.
 */
export function jsTokens(code: string): JsTokens {
  const tokens: JsToken[] = [];
  const open: string[] = [];
  let at = 0;
  let isOpen = false;
  const take = (kind: JsToken["kind"], text: string): void => {
    tokens.push({ kind, text, at });
    at += text.length;
  };
  const takeTemplate = (start: string): void => {
    const text = start + match(TEMPLATE, code, at + start.length);
    const ends = text.endsWith("`") && text.length > (start === "`" ? 1 : 0);
    if (text.endsWith("${")) open.push("${");
    else if (!ends) isOpen = true;
    take("text", text);
  };
  while (at < code.length) {
    const character = code.charAt(at);
    const comment = match(LINE_COMMENT, code, at) || match(BLOCK_COMMENT, code, at);
    const text = match(STRING, code, at) || (takesValue(tokens) && match(REGEX, code, at));
    const word = match(WORD, code, at);
    if (/\s/.test(character)) at += 1;
    else if (comment) {
      isOpen ||= comment.startsWith("/*") && !/^\/\*.*\*\/$/s.test(comment);
      take("comment", comment);
    } else if (text) take("text", text);
    else if (character === "`") takeTemplate("`");
    else if (word) take("word", word);
    else if (character === "}" && open.at(-1) === "${") {
      open.pop();
      takeTemplate("}");
    } else {
      if ("([{".includes(character)) open.push(character);
      else if (")]}".includes(character)) open.pop();
      take("mark", character);
    }
  }
  return { tokens, isOpen: isOpen || open.length > 0 };
}

/** True where a value may follow, so that a slash begins a regular expression. */
function takesValue(tokens: readonly JsToken[]): boolean {
  const last = tokens.findLast(({ kind }) => kind !== "comment");
  if (last === undefined) return true;
  if (last.kind === "word") return beforeValue.has(last.text);
  return last.kind === "mark" && !")]}".includes(last.text);
}

function match(pattern: RegExp, code: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(code)?.[0] ?? "";
}
