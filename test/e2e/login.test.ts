import { expect, onTestFinished, test } from "vitest";
import { totpCode } from "../../src/demo-site/totp.ts";
import { demoUsers } from "../../src/demo-site/users.ts";
import { localHome } from "../support/cli/local-home.ts";
import { program } from "../support/cli/run-cli.ts";
import { ViewTerminal } from "../tui/support/view-terminal.ts";

test("flags begin a login at a real page, and a person finishes it at a terminal", async () => {
  const [alice] = demoUsers;
  if (!alice) throw new Error("the demo site has a user");
  const home = localHome();
  const { demo_site: site } = await home.json<{ demo_site: string }>(["local", "start", "--demo-site"]);
  const words = ["localhost", "--profile-name", "customer", "--login-url", new URL("/totp", site).href];
  const { id } = await home.json<{ id: string }>(["auth", "connections", "create", ...words]);
  const login = ["auth", "connections", "login", id];

  const given = ["--field", `identifier=${alice.name}`, "--field", "password=env:PASSWORD"];
  const begun = await home.cli([...login, ...given], { env: { PASSWORD: alice.password } });
  expect(begun.code, begun.stderr).toBe(9);
  expect(begun.stderr).toContain(`hint: browserctl ${login.join(" ")} --attach --field `);
  expect(begun.stdout).not.toContain(alice.password);

  const view = new ViewTerminal(program, { args: [...login, "--attach"] }, home.env);
  onTestFinished(() => view.close());
  await view.shows("> ");
  view.type(`${totpCode(alice.totpSecret, Date.now())}\r`);
  await view.ended();
  expect(view.exitCode, view.screen().join("\n")).toBe(0);
  expect(view.scrollback().join("")).toContain("Logged in to localhost");
  expect(await home.json(["auth", "connections", "get", id])).toMatchObject({ status: "AUTHENTICATED" });
});
