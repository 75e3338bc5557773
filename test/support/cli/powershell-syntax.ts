import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Language, type Node, Parser } from "web-tree-sitter";

/** A parser of PowerShell: the grammar of tree-sitter, which is independent of this program. */
export async function powershellParser(): Promise<Parser> {
  const { resolve } = createRequire(import.meta.url);
  await Parser.init();
  const parser = new Parser();
  const file = join(dirname(resolve("tree-sitter-powershell/package.json")), "tree-sitter-powershell.wasm");
  parser.setLanguage(await Language.load(file));
  return parser;
}

/** Parts of a script that are no PowerShell. */
export function syntaxErrors(parser: Parser, script: string): string[] {
  const root = parser.parse(script)?.rootNode;
  if (!root) return ["nothing was parsed"];
  return root.hasError ? errorsIn(root) : [];
}

function errorsIn(node: Node): string[] {
  if (node.isError || node.isMissing) return [`${node.startPosition.row + 1}: ${node.text}`];
  return node.children.flatMap((child) => (child ? errorsIn(child) : []));
}
