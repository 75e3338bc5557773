import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type EditOptions, editFile } from "../../../src/commands/lib/edit-file.ts";

function place(): { readonly file: string; readonly options: EditOptions } {
  const home = mkdtempSync(join(tmpdir(), "browserctl-edit-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { signal } = new AbortController();
  return { file: join(home, "a", "settings"), options: { cwd: home, home, signal, defer: () => () => {} } };
}

const withLine = (text = ""): string => `${text}ours\n`;

test("a line that another program adds during an edit is kept", async () => {
  const { file, options } = place();
  await editFile(file, () => "first\n", options);
  const seen: (string | undefined)[] = [];
  const change = (text: string | undefined): string => {
    seen.push(text);
    if (seen.length < 3) writeFileSync(file, `theirs\n`, { flag: "a" });
    return withLine(text);
  };
  expect(await editFile(file, change, options)).toEqual({ path: file, action: "updated" });
  expect(readFileSync(file, "utf8")).toBe("first\ntheirs\ntheirs\nours\n");
  expect(seen).toHaveLength(3);
});

test("a file that gets other content is not removed, and one that is removed already is no failure", async () => {
  const { file, options } = place();
  await editFile(file, () => "ours\n", options);
  const without = (text: string | undefined): string | undefined => {
    if (text === "ours\n") writeFileSync(file, "theirs\n");
    return text === "ours\n" ? undefined : text;
  };
  expect(await editFile(file, without, options)).toEqual({ path: file, action: "unchanged" });
  expect(readFileSync(file, "utf8")).toBe("theirs\n");
  const gone = (): undefined => rmSync(file, { force: true }) as undefined;
  expect(await editFile(file, gone, options)).toEqual({ path: file, action: "absent" });
});

test("a file that never stops changing is left as it is", async () => {
  const { file, options } = place();
  let count = 0;
  await editFile(file, () => "0", options);
  const change = (text: string | undefined): string => {
    count += 1;
    writeFileSync(file, String(count));
    return withLine(text);
  };
  await expect(editFile(file, change, options)).rejects.toThrow("another program keeps changing it");
  expect(readFileSync(file, "utf8")).toBe(String(count));
});
