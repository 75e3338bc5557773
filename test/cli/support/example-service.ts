import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { operationOf } from "../../../src/cli/input/match-operation.ts";
import { operations } from "../../../src/contract/index.ts";
import type { OperationSpec } from "../../../src/contract/operation.ts";
import { type Home, temporaryHome } from "../../support/cli/run-cli.ts";
import { answeredProof } from "../../support/service/written-state.ts";

/** Secret of its state file. */
const SECRET = "secret-of-the-example-service";

const specs: ReadonlyMap<string, OperationSpec> = new Map(operations.map((spec) => [spec.id, spec]));

/** The declaration of an operation, with its example. */
export function declared(id: string): OperationSpec {
  const spec = specs.get(id);
  if (!spec) throw new Error(`no operation ${id}`);
  return spec;
}

export interface ExampleServiceOptions {
  /** Changes a result or an event. */
  readonly answer?: (value: unknown, kind: "result" | "event") => unknown;
  /** Status of every answer, in place of those that are declared; its body is what `answer` gives. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const same = (value: unknown): unknown => value;

/** A server on loopback that answers every operation with its example, and the home of a client that uses it. */
export async function exampleService({
  answer: changed = same,
  headers: own = {},
  status,
}: ExampleServiceOptions = {}): Promise<{ url: string; home: Home; unknown: readonly string[] }> {
  const unknown: string[] = [];
  const server = createServer(async (request, response) => {
    if (answeredProof(request, response, SECRET)) return;
    for await (const _ of request);
    const found = await operationOf(request.method ?? "", request.url ?? "");
    if (!found) {
      unknown.push(`${request.method} ${request.url}`);
      response.writeHead(404).end();
      return;
    }
    const { response: answer, example, paging } = declared(found.id);
    const headers = { ...own, ...(paging && { "x-has-more": "false" }) };
    if (status !== undefined) {
      response.writeHead(status, { ...headers, "content-type": "application/json" });
      return response.end(JSON.stringify(changed({}, "result")));
    }
    switch (answer.kind) {
      case "json":
        response.writeHead(answer.status, { ...headers, "content-type": "application/json" });
        return response.end(JSON.stringify(changed(example.result, "result")));
      case "empty":
        return response.writeHead(answer.status).end();
      case "file":
        return response.writeHead(answer.status, { "content-type": answer.contentType }).end("file");
      case "sse":
        response.writeHead(answer.status, { "content-type": "text/event-stream" });
        return response.end(
          example.events?.map((event) => `data: ${JSON.stringify(changed(event, "event"))}\n\n`).join(""),
        );
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, home: homeOf(url), unknown };
}

/** A home whose current context is the local service at this address; it has another context, `staging`. */
function homeOf(url: string): Home {
  const home = temporaryHome();
  const write = (dir: string, name: string, value: unknown): void => {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, name), JSON.stringify(value), { mode: 0o600 });
  };
  write(home.stateDir, "service.json", {
    ...{ base_url: url, token: "sk-example", secret: SECRET },
    ...{ pid: process.pid, version: "1" },
  });
  write(home.configDir, "settings.json", {
    version: 1,
    current: "local",
    contexts: {
      local: { kind: "local" },
      staging: { kind: "hosted", base_url: "https://staging.example.com", project: "web", token: "sk-staging" },
    },
    directories: {},
    values: { output: "json" },
  });
  return home;
}
