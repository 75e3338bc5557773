import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

interface ToolResult {
  content: { type: string; text?: string; data?: string }[];
  isError?: boolean;
}

interface Message {
  id?: number;
  result?: unknown;
  error?: { message: string };
}

/** An MCP server as a child process, spoken to over its standard streams. */
export class McpClient {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  #stderr = "";
  #id = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stderr?.on("data", (chunk: Buffer) => (this.#stderr += chunk));
    child.on("exit", (code, signal) => {
      const error = new Error(`the MCP server ended (${code ?? signal}): ${this.#stderr.slice(-2_000)}`);
      for (const { reject } of this.#pending.values()) reject(error);
      this.#pending.clear();
    });
    if (child.stdout) createInterface({ input: child.stdout }).on("line", (line) => this.#line(line));
  }

  /** Starts a server, a script of Node, and shakes hands with it. */
  static async start(script: string, args: string[], env: NodeJS.ProcessEnv, cwd: string): Promise<McpClient> {
    const child = spawn(process.execPath, [script, ...args], { env, cwd, stdio: ["pipe", "pipe", "pipe"] });
    const client = new McpClient(child);
    const clientInfo = { name: "test", version: "1" };
    await client.#request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    client.#write({ jsonrpc: "2.0", method: "notifications/initialized" });
    return client;
  }

  /** Calls a tool; rejects with its text when the tool reports a failure. */
  async call(name: string, args: object = {}): Promise<{ text: string; image: Buffer | undefined }> {
    const { content, isError } = (await this.#request("tools/call", { name, arguments: args })) as ToolResult;
    const text = content.map((part) => part.text ?? "").join("\n");
    if (isError) throw new Error(`${name}: ${text}`);
    const image = content.find((part) => part.type === "image")?.data;
    return { text, image: image === undefined ? undefined : Buffer.from(image, "base64") };
  }

  /** Ends the server by closing its input, as its host would. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.stdin?.end();
    await exited;
  }

  #request(method: string, params: object): Promise<unknown> {
    const id = ++this.#id;
    const answer = Promise.withResolvers<unknown>();
    this.#pending.set(id, answer);
    this.#write({ jsonrpc: "2.0", id, method, params });
    return answer.promise;
  }

  #write(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  #line(line: string): void {
    const { id, result, error } = JSON.parse(line) as Message;
    const pending = this.#pending.get(id ?? 0);
    this.#pending.delete(id ?? 0);
    if (error) pending?.reject(new Error(error.message));
    else pending?.resolve(result);
  }
}
