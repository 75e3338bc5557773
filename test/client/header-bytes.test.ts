import { expect, test } from "vitest";
import { HttpHeaders } from "../../src/client/http/headers.ts";
import { runHere } from "../support/cli/run-cli.ts";
import { apiServer, session } from "../support/servers/api-server.ts";

// The last byte of `à` is a no-break space in Latin-1. A text body must not change how headers are written.
test.each(["voilà", "日本", "é", "😀", "a % / b", "\u00a0x\u3000"])(
  "project %j arrives as UTF-8, with and without a body",
  async (project) => {
    const server = await apiServer(
      { request: "GET /browsers/s1", answer: { json: session() } },
      { request: "POST /browsers", answer: { json: session() } },
      { request: "DELETE /browsers/s1", answer: { status: 204 } },
    );
    for (const words of [
      ["browsers", "get", "s1"],
      ["browsers", "create", "--name", "日本"],
      ["browsers", "delete", "s1", "--yes"],
    ]) {
      expect((await runHere([...words, "--project", project], { env: server.env })).code).toBe(0);
    }
    const arrived = server.requests.map(({ headers }) =>
      Buffer.from(String(headers["x-kernel-project"]), "latin1").toString(),
    );
    expect(arrived).toEqual([project, project, project]);
    expect(server.requests[1]?.json).toEqual({ name: "日本" });
  },
);

test("header values lose the spaces of HTTP at their ends and no other character", () => {
  const headers = new HttpHeaders({ a: " \t x\u00a0 ", b: "\u0085y\u0085" });
  headers.append("a", " z\u00a0\r\n");
  expect([headers.get("a"), headers.get("b")]).toEqual(["x\u00a0, z\u00a0", "\u0085y\u0085"]);
});
