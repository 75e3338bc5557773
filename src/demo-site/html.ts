/** Markup; every other text is escaped when it is put into some. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | readonly Html[];

/** Template of markup: interpolated texts are escaped, `undefined` is empty. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(texts.map((text, at) => text + markup(parts[at])).join(""));
}

function markup(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(({ text }) => text).join("");
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export interface DocumentOptions {
  readonly language?: string;
  /** Markup before the content, such as a toolbar. */
  readonly before?: Html;
}

/** Whole document with one heading. */
export function htmlDocument(title: string, content: Html, { language = "en", before }: DocumentOptions = {}): Html {
  return html`<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
  label { display: block; margin: .8rem 0 }
  input:not([type=radio], [type=submit]) { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .4rem; border: 1px solid #777 }
  button, input[type=submit] { font: inherit; padding: .4rem 1rem; margin: .4rem .4rem .4rem 0 }
  table { border-collapse: collapse } td, th { text-align: left; padding: .2rem 1rem .2rem 0; vertical-align: top }
  .grey { color: #595959 } [hidden] { display: none !important }
  iframe { width: 100%; height: 24rem; border: 1px solid #777 }
</style>
${before}<main>
<h1>${title}</h1>
${content}
</main>
</html>`;
}
