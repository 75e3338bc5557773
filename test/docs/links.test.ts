import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../src/generate/paths.ts";
import { anchor } from "../../src/generate/reference/reference.ts";

const files = [...markdownIn(root), ...markdownIn(join(root, "docs"))];

function markdownIn(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => (name.endsWith(".md") ? [join(directory, name)] : []));
}

/** Text of a Markdown file without its code blocks. */
function textOf(file: string): string {
  return readFileSync(file, "utf8").replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, "");
}

const anchors = new Map<string, Set<string>>();

/** Anchors of a file's headings; GitHub numbers those that are repeated. */
function anchorsOf(file: string): Set<string> {
  const known = anchors.get(file);
  if (known) return known;
  const found = new Set<string>();
  anchors.set(file, found);
  for (const [title] of textOf(file).matchAll(/(?<=^#{1,6} ).+$/gm)) {
    const first = anchor(title);
    let next = first;
    for (let count = 1; found.has(next); count += 1) next = `${first}-${count}`;
    found.add(next);
  }
  return found;
}

/** Targets of links and pictures: Markdown, and attributes of HTML. */
function targetsOf(file: string): string[] {
  const text = textOf(file).replace(/(`+)[^`\n]+\1(?!\()/g, (span) => span.replace(/[[\]()]/g, ""));
  const markdown = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return [...markdown, ...[...text.matchAll(/(?:src|srcset|href)="([^"]+)"/g)].map(([, target = ""]) => target)];
}

test("every link of README and docs leads to a file, and to a heading in it", () => {
  const broken = files.flatMap((file) =>
    targetsOf(file)
      .filter((target) => !/^[a-z]+:/.test(target))
      .flatMap((target) => {
        const [path = "", fragment] = target.split("#");
        const to = path === "" ? file : join(dirname(file), path);
        const isThere = existsSync(to) && (fragment === undefined || anchorsOf(to).has(`#${fragment}`));
        return isThere ? [] : [`${relative(root, file)}: ${target}`];
      }),
  );
  expect(broken).toEqual([]);
});

test("every file in docs is linked from another page", () => {
  const linked = new Set(
    files.flatMap((file) =>
      targetsOf(file).flatMap((target) => {
        const to = join(dirname(file), target.split("#")[0] ?? "");
        return to === file ? [] : [relative(root, to)];
      }),
    ),
  );
  const all = readdirSync(join(root, "docs")).map((name) => `docs/${name}`);
  expect(all.filter((path) => !linked.has(path))).toEqual([]);
});
