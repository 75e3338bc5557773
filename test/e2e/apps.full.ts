import { expect, test } from "vitest";
import { sharedHome } from "../support/cli/local-home.ts";

const startedHome = sharedHome();

test("the example opens the page of its payload", async () => {
  const { cli, json } = await startedHome();
  expect((await cli(["apps", "init"])).code).toBe(0);
  expect((await cli(["apps", "deploy", "example-app"])).code).toBe(0);
  const url = "data:text/html,<title>Other</title><h2>Here</h2>";
  const page = await json(["invoke", "example-app", "page-title", "--payload", JSON.stringify({ url })]);
  expect(page).toMatchObject({ title: "Other", headings: ["Here"], links: 0, url });
});
