import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startedHome } from "../support/local-home.ts";
import { jsonError } from "../support/run-cli.ts";

interface Invocation {
  status: string;
  output?: string;
  status_reason?: string;
}

test("the example is written, deployed, and drives a real browser", { timeout: 90_000 }, async () => {
  const home = await startedHome();
  const { dir, cli, json } = home;
  expect((await cli(["apps", "init"])).code).toBe(0);
  const deployed = await cli(["apps", "deploy", "example-app", "--env", "LEVEL=debug", "-o", "json"]);
  expect(deployed.stderr).toContain("next:  browserctl invoke example-app page-title\n");
  const version = JSON.parse(deployed.stdout) as { deployment: string };
  expect(version).toMatchObject({ app_name: "example-app", version: "latest" });
  expect(await json(["apps", "list"])).toEqual([{ ...version, env_vars: { LEVEL: "" } }]);
  expect(await json(["deployments", "list", "--app-name", "example-app"])).toMatchObject([
    { id: version.deployment, status: "running", entrypoint_rel_path: "app.ts", env_vars: { LEVEL: "" } },
  ]);

  const body = { app_name: "example-app", action_name: "page-title", version: "latest" };
  const invoke = (more: object): Promise<Invocation> =>
    json<Invocation>(["api", "POST", "/invocations", "--input", JSON.stringify({ ...body, ...more })]);
  const own = await invoke({});
  expect(own.status_reason).toBeUndefined();
  expect(JSON.parse(own.output ?? "")).toEqual({
    title: "Field notes",
    headings: ["Field notes", "Monday", "Tuesday"],
    links: 2,
    url: "about:blank",
  });
  const url = "data:text/html,<title>Other</title><h2>Here</h2>";
  const other = await invoke({ payload: JSON.stringify({ url }) });
  expect(JSON.parse(other.output ?? "")).toMatchObject({ title: "Other", headings: ["Here"], links: 0, url });
  const counted = await invoke({ action_name: "countdown", payload: '{"seconds":1}' });
  expect(counted).toMatchObject({ status: "succeeded", output: '{"seconds":1}' });

  // A deployment that cannot be loaded leaves the running one in place, and reports the reason.
  const app = readFileSync(join(dir, "example-app", "app.ts"), "utf8");
  writeFileSync(join(dir, "example-app", "app.ts"), `import left from "left";\n${app}\nconsole.log(left);\n`);
  const broken = await cli(["apps", "deploy", "example-app"]);
  expect(broken).toMatchObject({ code: 8, stdout: "" });
  expect(broken.stderr).toContain(
    "hint: npm install in the app's folder, then browserctl apps deploy example-app --include-modules\n",
  );
  expect(jsonError(await cli(["apps", "deploy", "example-app", "-o", "json"]))).toMatchObject({
    code: "deployment_failed",
  });
  expect((await invoke({})).status).toBe("succeeded");
  const left = join(dir, "example-app", "node_modules", "left");
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, "package.json"), '{"name":"left","version":"1.0.0","type":"module","main":"index.js"}');
  writeFileSync(join(left, "index.js"), "export default 'left';\n");
  const modules = await cli(["apps", "deploy", "example-app", "--include-modules"]);
  expect(modules.stderr).toContain("left\n");
  expect(modules.code).toBe(0);

  // A version of its own is replaced by force alone.
  const versioned = ["apps", "deploy", "example-app", "--include-modules", "--app-version", "1.0"];
  expect((await cli(versioned)).code).toBe(0);
  const again = await cli(versioned);
  expect(again.code).toBe(8);
  expect(again.stderr).toContain(
    "hint: browserctl apps deploy example-app --app-version 1.0 --include-modules --force\n",
  );
  expect((await cli([...versioned, "--force"])).code).toBe(0);

  const [latest] = await json<{ id: string }[]>([
    "deployments",
    "list",
    "--app-version",
    "latest",
    "--app-name",
    "example-app",
  ]);
  const tail = await cli(["deployments", "tail", version.deployment]);
  expect(tail).toMatchObject({ code: 8, stdout: "bundling app.ts\n" });
  expect(tail.stderr).toContain(`it was replaced by deployment ${latest?.id}`);
  const entry = await cli(["apps", "deploy", "example-app/README.md"]);
  expect(entry.code).not.toBe(0);
});
