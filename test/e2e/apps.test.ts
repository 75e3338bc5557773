import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sharedHome } from "../support/cli/local-home.ts";
import { jsonError } from "../support/cli/run-cli.ts";
import { appSource } from "../support/service/app.ts";

interface Invocation {
  status: string;
  output?: string;
  status_reason?: string;
}

const startedHome = sharedHome({ inProcess: true });

test("the example is written, deployed, and drives a real browser", async () => {
  const { cli, json } = await startedHome();
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
  // The page of a payload is tested in apps.full.ts.
  const own = await invoke({});
  expect(own.status_reason).toBeUndefined();
  expect(JSON.parse(own.output ?? "")).toEqual({
    title: "Field notes",
    headings: ["Field notes", "Monday", "Tuesday"],
    links: 2,
    url: "about:blank",
  });
  const counted = await invoke({ action_name: "countdown", payload: '{"seconds":1}' });
  expect(counted).toMatchObject({ status: "succeeded", output: '{"seconds":1}' });
  expect((await cli(["apps", "deploy", "example-app/README.md"])).code).not.toBe(0);
});

test("a deployment that cannot be loaded leaves the running one in place; only force replaces a version", async () => {
  const { dir, cli, json } = await startedHome();
  const write = (...lines: string[]): void =>
    writeFileSync(
      join(dir, "small", "app.ts"),
      appSource("say: () => word", { name: "small", before: lines.join("\n") }),
    );
  mkdirSync(join(dir, "small"));
  writeFileSync(join(dir, "small", "package.json"), '{"name":"small","main":"app.ts"}');
  write('const word = "first";');
  const first = await json<{ deployment: string }>(["apps", "deploy", "small"]);

  write('import word from "left";');
  const broken = await cli(["apps", "deploy", "small"]);
  expect(broken).toMatchObject({ code: 8, stdout: "" });
  expect(broken.stderr).toContain(
    "hint: npm install in the app's directory, then browserctl apps deploy small --include-modules\n",
  );
  expect(jsonError(await cli(["apps", "deploy", "small", "-o", "json"]))).toMatchObject({ code: "deployment_failed" });
  expect(await json(["invoke", "small", "say"])).toBe("first");

  const left = join(dir, "small", "node_modules", "left");
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, "package.json"), '{"name":"left","version":"1.0.0","type":"module","main":"index.js"}');
  writeFileSync(join(left, "index.js"), "console.log('left');\nexport default 'second';\n");
  const modules = await cli(["apps", "deploy", "small", "--include-modules"]);
  expect(modules.stderr).toContain("left\n");
  expect(modules.code).toBe(0);
  expect(await json(["invoke", "small", "say"])).toBe("second");

  const versioned = ["apps", "deploy", "small", "--include-modules", "--app-version", "1.0"];
  expect((await cli(versioned)).code).toBe(0);
  const again = await cli(versioned);
  expect(again.code).toBe(8);
  expect(again.stderr).toContain("hint: browserctl apps deploy small --app-version 1.0 --include-modules --force\n");
  expect((await cli([...versioned, "--force"])).code).toBe(0);

  const words = ["deployments", "list", "--app-version", "latest", "--app-name", "small"];
  const [latest] = await json<{ id: string }[]>(words);
  const tail = await cli(["deployments", "tail", first.deployment]);
  expect(tail).toMatchObject({ code: 8, stdout: "bundling app.ts\n" });
  expect(tail.stderr).toContain(`it was replaced by deployment ${latest?.id}`);
});
