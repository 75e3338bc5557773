import type { RequestListener } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withServer } from "../../support/browser/chromium.ts";
import { ManagedAuth } from "./support/managed-auth.ts";

let auth: ManagedAuth;
beforeAll(async () => {
  auth = await ManagedAuth.start();
});
afterAll(() => auth.stop());

const dialogs = `<form method="post"><input name="user"><input type="password" name="pw"><button>Log in</button></form>
  <script>setInterval(() => { alert("a"); confirm("b"); }, 10)</script>`;

describe("the record of a login names what a website did that", () => {
  test.for<[what: string, listener: RequestListener, error: Record<string, unknown>]>([
    [
      "opens one dialog after the other",
      (_request, response) => void response.setHeader("content-type", "text/html").end(dialogs),
      {
        error_code: "login_failed",
        error_message: expect.stringMatching(/opens one dialog after the other.*login_url/),
      },
    ],
    [
      "sends a download in place of its page",
      (_request, response) => void response.setHeader("content-type", "application/zip").end("PK"),
      { error_code: "login_page_unreachable", error_message: expect.stringMatching(/sent a download.*login_url/) },
    ],
  ])("the record of a login names what a website did: %s", async ([, listener, error], { onTestFinished }) => {
    const { url } = await withServer(listener, onTestFinished);
    const { id } = await auth.connection("/", { login_url: url.replace("127.0.0.1", "localhost") });
    await auth.login(id);
    expect(await auth.over(id)).toMatchObject({ flow_status: "FAILED", ...error });
    expect(auth.service.log.filter((line) => line.includes(id) && line.includes("failed"))).toEqual([]);
  });
});
