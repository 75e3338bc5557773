import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourcePackages } from "../../src/generate/login-words.ts";
import { root } from "../../src/generate/paths.ts";

interface Metafile {
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** The licence texts of the built program, by the name and version of the package. */
async function built(): Promise<Map<string, string>> {
  const text = await readFile(join(root, "dist/LICENSES"), "utf8");
  const entries = text
    .split(`\n\n${"-".repeat(80)}\n\n`)
    .map((entry) => entry.replace(/^The packages that .*\n\n/, ""));
  return new Map(entries.map((entry) => [entry.slice(0, entry.indexOf(" (")), entry]));
}

test("every bundled package is listed with a licence that allows its use, and its text", async () => {
  const { inputs } = JSON.parse(await readFile(join(root, "dist/meta.json"), "utf8")) as Metafile;
  const modules = Object.keys(inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const paths = [...modules, ...sourcePackages.map((name) => `node_modules/${name}`)];
  const manifests = [...new Set(paths)].map((path) => readFile(join(root, path, "package.json"), "utf8"));
  const names = (await Promise.all(manifests)).map((text) => {
    const { name, version } = JSON.parse(text) as { name: string; version: string };
    return `${name} ${version}`;
  });
  const texts = await built();
  expect([...texts.keys()].toSorted()).toEqual([...new Set(names)].toSorted());
  for (const [name, text] of texts) {
    const [, licence = ""] = /\((.*)\)\n/.exec(text) ?? [];
    expect(["Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MPL-2.0"], name).toContain(licence);
    expect(text, name).toMatch(
      /permission to use|permission is hereby granted|redistribution and use|terms and conditions|covered software/i,
    );
  }
});

test("code that a package has taken over has its own licence there", async () => {
  const text = (name: string, texts: Map<string, string>): string =>
    [...texts].find(([key]) => key.startsWith(`${name} `))?.[1] ?? "";
  const texts = await built();
  const novnc = text("@novnc/novnc", texts);
  expect(novnc).toContain("Mozilla Public License Version 2.0");
  expect(novnc).toContain("The source code of this version is the npm package @novnc/novnc@");
  // pako, and the DES of Widget Workshop and Jef Poskanzer.
  expect(novnc).toContain("Vitaly Puzrin");
  expect(novnc).toContain("Widget Workshop");
  expect(novnc).toContain("Jef Poskanzer");
  expect(text("keycloakify", texts)).toMatch(/Permission is hereby granted.*those of Keycloak.*Apache License/s);
  expect(text("@fastify/busboy", texts)).toContain("@see https://github.com/mscdex/streamsearch");
  expect(text("yoga-layout", texts)).toContain("Copyright (c) Meta Open Source\n\nPermission is hereby granted");
});
