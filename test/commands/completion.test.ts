import { describe, expect, test } from "vitest";
import { jsonError, runHere } from "../support/cli/run-cli.ts";

describe("completion", () => {
  test.each(["bash", "zsh", "fish", "powershell"])("%s", async (shell) => {
    const { code, stdout } = await runHere(["completion", shell]);
    expect(code).toBe(0);
    expect(stdout).toContain("browserctl");
    expect(JSON.parse((await runHere(["completion", shell, "-o", "json"])).stdout)).toBe(stdout);
  });
  test("completion of an unknown shell is exit 2 with the known ones", async () => {
    expect(jsonError(await runHere(["completion", "fis", "-o", "json"]))).toMatchObject({
      exit_code: 2,
      message: '<shell>: must be one of bash, zsh, fish, powershell, not "fis"; did you mean fish?',
    });
    expect(jsonError(await runHere(["completion", "constructor", "-o", "json"])).exit_code).toBe(2);
  });
});
