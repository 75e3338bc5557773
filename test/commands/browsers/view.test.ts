import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../support/browser/chromium.ts";
import { desktop, hostileAddresses } from "../../support/cli/desktop.ts";
import { jsonError, runCli, runHere, startCli } from "../../support/cli/run-cli.ts";
import { type Answer, apiServer, type Step, session } from "../../support/servers/api-server.ts";
import { until } from "../../support/until.ts";

const url = "https://view.example.com/live?jwt=TOKEN";
const local = { "X-Browserctl-Local": "0.1.0" };

const shown = (more: Record<string, unknown> = {}, answer: Answer = {}): Step => ({
  request: "GET /browsers/shop",
  answer: { json: session("s1", { name: "shop", headless: false, browser_live_view_url: url, ...more }), ...answer },
});

describe("browsers view", () => {
  test("browsers view prints the link of the record in a pipe, and as JSON", async () => {
    const server = await apiServer({ ...shown(), times: 2 });
    const plain = await runHere(["browsers", "view", "shop"], { env: server.env });
    expect([plain.code, plain.stdout, plain.stderr]).toEqual([0, `${url}\n`, ""]);
    const json = await runHere(["browsers", "view", "shop", "-o", "json"], { env: server.env });
    expect(JSON.parse(json.stdout)).toEqual({ session_id: "s1", url, read_only: false });
  });

  test("browsers view gets a read-only link from the local service", async () => {
    const readOnly = { url: `${url}2`, read_only: true, expires_at: "2026-01-02T03:14:05Z" };
    const link: Step = {
      request: "POST /_local/browsers/s1/live_view",
      answer: ({ json }) => {
        expect(json).toEqual({ read_only: true });
        return { json: readOnly, headers: local };
      },
    };
    const server = await apiServer(shown({}, { headers: local }), link);
    const result = await runHere(["browsers", "view", "shop", "--read-only"], { env: server.env });
    expect([result.code, result.stdout]).toEqual([0, `${url}2\n`]);
  });

  test("browsers view has no read-only link from a hosted service", async () => {
    const server = await apiServer(shown());
    const result = await runHere(["browsers", "view", "shop", "--read-only", "-o", "json"], { env: server.env });
    expect(jsonError(result)).toMatchObject({
      exit_code: 2,
      message: "--read-only: works with the local service only",
    });
  });

  test.each([
    [{ headless: true, browser_live_view_url: undefined }, 'session "shop" is headless and has no live view'],
    [{ browser_live_view_url: undefined }, 'session "shop" has no live view'],
    [
      { browser_live_view_url: undefined, deleted_at: "2026-01-02T03:14:05Z" },
      'session "shop" has ended and has no live view',
    ],
  ])("browsers view says why there is no link: %o", async (more, message) => {
    const server = await apiServer({ ...shown(more), times: 2 });
    for (const flag of ["--no-open", "--read-only"]) {
      const result = await runHere(["browsers", "view", "shop", flag, "-o", "json"], { env: server.env });
      expect(jsonError(result)).toMatchObject({ exit_code: 1, code: "no_live_view", message });
    }
  });

  test.runIf(process.platform === "linux")("opens the default browser at a terminal, and prints the link", async () => {
    const server = await apiServer({ ...shown(), times: 2 });
    const { env, opened } = await desktop();
    const closed = await startCli(["browsers", "view", "shop", "--no-open"], {
      env: { ...env, ...server.env },
      tty: true,
    }).done;
    expect([closed.code, closed.stdout, opened()]).toEqual([0, expect.stringContaining(url), ""]);
    const result = await startCli(["browsers", "view", "shop"], { env: { ...env, ...server.env }, tty: true }).done;
    expect([result.code, result.stdout]).toEqual([0, expect.stringContaining(url)]);
    await until(opened, (words) => words === url);
  });

  test.runIf(process.platform === "linux")(
    "a browser that does not open is an error of --open, else a note",
    async () => {
      const server = await apiServer({ ...shown(), times: 2 });
      const { env, opened } = await desktop({ exitCode: 3 });
      const words = ["browsers", "view", "shop", "--open", "-o", "json"];
      const refused = jsonError(await runCli(words, { env: { ...env, ...server.env } }));
      expect(refused).toMatchObject({
        exit_code: 1,
        code: "browser_not_opened",
        message: "the default browser did not start: xdg-open ended with exit code 3",
        hint: "add --no-open",
      });
      const result = await startCli(["browsers", "view", "shop"], { env: { ...env, ...server.env }, tty: true }).done;
      expect([result.code, opened()]).toEqual([0, url]);
      expect(result.stdout).toContain("xdg-open ended with exit code 3; open the link yourself");
      expect(result.stdout).toContain(url);
    },
  );

  test.runIf(process.platform === "linux")("opens no address that is not of a web page", async () => {
    const { env, opened } = await desktop();
    for (const address of hostileAddresses) {
      const server = await apiServer(shown({ browser_live_view_url: address }));
      const words = ["browsers", "view", "shop", "--open", "-o", "json"];
      const result = await runCli(words, { env: { ...env, ...server.env } });
      expect(jsonError(result), address).toMatchObject({ exit_code: 1, code: "bad_answer" });
    }
    const server = await apiServer(shown({ browser_live_view_url: "--help" }));
    const result = await startCli(["browsers", "view", "shop"], { env: { ...env, ...server.env }, tty: true }).done;
    expect([result.code, result.stdout]).toEqual([
      1,
      expect.stringContaining('the service named "--help" as an address to open; only http and https'),
    ]);
    expect(opened()).toBe("");
  });

  test.runIf(process.platform === "linux")("fails where it was told to open a browser and there is none", async () => {
    const server = await apiServer(shown());
    const env = { ...server.env, PATH: await temporaryDirectory() };
    const result = await runCli(["browsers", "view", "shop", "--open", "-o", "json"], { env });
    expect(jsonError(result)).toMatchObject({ exit_code: 1, code: "browser_not_opened" });
  });
});
