import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../src/generate/paths.ts";
import { pictureNames, takePictures } from "./pictures/scenes.ts";
import { svgText } from "./pictures/svg.ts";

test("the pictures of README show what the program shows", async () => {
  const taken = await takePictures();
  for (const name of pictureNames) {
    const kept = await readFile(join(root, "docs", `${name}.svg`), "utf8");
    expect(svgText(kept), `docs/${name}.svg is stale: npm run generate:pictures`).toEqual(svgText(taken[name]));
  }
});
