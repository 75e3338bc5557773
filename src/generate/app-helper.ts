import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { isolatedDeclarationSync } from "rolldown/experimental";
import { root } from "./paths.ts";

const source = "src/app/define-app.ts";

/** Writes what app authors import as `browserctl/app`: `app.js`, and its types in `app.d.ts`. */
export async function buildAppHelper(out: string, plugins: Plugin[]): Promise<void> {
  const bundler = await rolldown({
    input: { app: join(root, source) },
    cwd: root,
    platform: "node",
    tsconfig: false,
    transform: { target: "node24" },
    plugins,
  });
  try {
    await bundler.write({ dir: out, format: "esm", entryFileNames: "app.js" });
  } finally {
    await bundler.close();
  }
  await writeFile(join(out, "app.d.ts"), await appDeclarations());
}

/** The types of `browserctl/app`. */
export async function appDeclarations(): Promise<string> {
  const { code, errors } = isolatedDeclarationSync(source, await readFile(join(root, source), "utf8"), {});
  if (errors.length > 0) throw new Error(`${source}: ${errors.map(({ message }) => message).join("; ")}`);
  return code;
}
