import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sourceFiles } from "./architecture.ts";
import { root } from "./paths.ts";

/** Cited pages, by the word before the section number. */
export const citedPages = { spec: "docs/specification.md", contract: "docs/contract.md" } as const;

export type CitedPage = keyof typeof citedPages;

/** Numbers of the sections of a page, each with the number of its rules. */
export type Sections = ReadonlyMap<string, number>;

const NUMBER = String.raw`\d+(?:\.\d+)?(?![\w%])`;
const NUMBERS = `${NUMBER}(?:(?:, | and | to )${NUMBER})*`;
const CITATION = new RegExp(String.raw`\b(spec|contract) (${NUMBERS})(?: rules? (${NUMBERS}))?`, "g");

/** Sections of a page: headings that begin with a number. Numbered paragraphs below a heading are its rules. */
export function sectionsOf(page: string): Sections {
  const sections = new Map<string, number>();
  let current = "";
  for (const line of page.split("\n")) {
    const heading = /^#+ (\d+(?:\.\d+)?) /.exec(line)?.[1];
    const rule = /^(\d+)\. /.exec(line)?.[1];
    if (heading !== undefined) {
      current = heading;
      sections.set(heading, 0);
    } else if (rule !== undefined && sections.has(current)) sections.set(current, Number(rule));
  }
  return sections;
}

/** Citations in a text of missing sections and rules. */
export function citationProblems(path: string, text: string, pages: Readonly<Record<CitedPage, Sections>>): string[] {
  // A comment may break within a citation.
  const joined = text.replace(/\n[ \t]*(?:\*|\/\/)[ \t]/g, " ");
  const problems = [...joined.matchAll(CITATION)].flatMap(([, name, numbers = "", rules]) => {
    const page = name as CitedPage;
    const cited = numbers.match(/\d+(?:\.\d+)?/g) ?? [];
    const missing = cited.filter((number) => !pages[page].has(number));
    const last = cited.at(-1) ?? "";
    const count = pages[page].get(last) ?? 0;
    const missingRules = (rules?.match(/\d+/g) ?? []).filter((rule) => Number(rule) > count);
    return [
      ...missing.map((number) => `${path} cites ${page} ${number}, which ${citedPages[page]} does not have`),
      ...(missing.length === 0 ? missingRules : []).map(
        (rule) => `${path} cites ${page} ${last} rule ${rule}; ${citedPages[page]} has ${count} rules there`,
      ),
    ];
  });
  const rulings = joined.match(/\brulings? \d+/g) ?? [];
  return [...problems, ...rulings.map((ruling) => `${path} cites ${ruling}: write "assumed:" and the reason`)];
}

/** Citations in sources and tests of missing sections and rules. */
export async function projectCitationProblems(): Promise<string[]> {
  const read = (path: string): Promise<string> => readFile(join(root, path), "utf8");
  const pages = {
    spec: sectionsOf(await read(citedPages.spec)),
    contract: sectionsOf(await read(citedPages.contract)),
  };
  const files = [...(await sourceFiles("src")), ...(await sourceFiles("test"))].filter(
    (path) => /\.(?:tsx?|[cm]?js|py)$/.test(path) && !path.startsWith("src/generated/"),
  );
  const problems = await Promise.all(files.map(async (path) => citationProblems(path, await read(path), pages)));
  return problems.flat();
}
