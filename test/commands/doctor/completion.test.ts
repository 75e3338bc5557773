import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { runHere, temporaryHome } from "../../support/run-cli.ts";
import { diagnose } from "./doctor-run.ts";

const stale = "# fish completion for browserctl. An older one.\n";

test("doctor says for which shells completion is installed", async () => {
  const home = temporaryHome();
  const finding = async () => (await diagnose(["program"], { home })).of("program.completion");
  expect(await finding()).toMatchObject({ status: "note", fix: "browserctl completion install" });
  for (const shell of ["bash", "fish"]) await runHere(["completion", "install", shell], { home });
  expect(await finding()).toMatchObject({ status: "ok", found: "completion is installed for bash, fish" });
});

test("a completion script of another version is a warning, and --fix alone replaces it", async () => {
  const home = temporaryHome();
  const path = join(home.dir, ".config/fish/completions/browserctl.fish");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, stale);
  const before = await diagnose(["program"], { home });
  expect(before.of("program.completion")).toMatchObject({
    status: "warning",
    fix: "browserctl completion install fish",
    fixed: null,
  });
  expect(before.code).toBe(0);
  expect(readFileSync(path, "utf8")).toBe(stale);
  const after = await diagnose(["program"], { home, args: ["--fix"] });
  expect(after.of("program.completion")).toMatchObject({ status: "ok", fixed: expect.stringContaining(path) });
  expect((await diagnose(["program"], { home })).of("program.completion").status).toBe("ok");
});

test("a script of someone else is left alone, and without HOME there is a note", async () => {
  const home = temporaryHome();
  const path = join(home.dir, ".config/fish/completions/browserctl.fish");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "complete -c browserctl\n");
  const { of } = await diagnose(["program"], { home, args: ["--fix"] });
  expect(of("program.completion")).toMatchObject({ status: "note", fixed: null });
  expect(readFileSync(path, "utf8")).toBe("complete -c browserctl\n");
  const homeless = await diagnose(["program"], { home, env: { HOME: undefined } });
  expect(homeless.of("program.completion")).toMatchObject({
    status: "note",
    found: expect.stringContaining("it is not set"),
  });
});
