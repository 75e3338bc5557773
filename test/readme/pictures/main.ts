import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../../src/generate/paths.ts";
import { takePictures } from "./scenes.ts";

for (const [name, svg] of Object.entries(await takePictures())) {
  const path = join(root, "docs", `${name}.svg`);
  await writeFile(path, svg);
  process.stdout.write(`${path}\n`);
}
