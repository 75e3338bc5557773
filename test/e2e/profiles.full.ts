import { expect, test } from "vitest";
import { sharedHome } from "../support/cli/local-home.ts";

const startedHome = sharedHome();

test("browsers run takes a session with a profile, and exits with the command's code", async () => {
  const home = await startedHome();
  await home.json(["profiles", "create", "--name", "login"]);
  const ran = await home.cli(["browsers", "run", "--profile", "login", "--", "sh", "-c", "exit 7"]);
  expect(ran.code).toBe(7);
});
