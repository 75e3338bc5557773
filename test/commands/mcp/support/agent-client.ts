import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema, type ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";
import { type Home, program } from "../../../support/cli/run-cli.ts";

export interface AgentOptions {
  /** Flags of the server. */
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Answers questions; a client without it cannot be asked. */
  readonly answer?: (question: string) => ElicitResult["action"];
}

/** Result of a tool, its texts as one. */
export interface Called {
  readonly text: string;
  readonly image: Buffer | undefined;
  readonly isError: boolean;
}

/** A client of the SDK without a transport. */
export function agentClient({ answer }: Pick<AgentOptions, "answer"> = {}): Client {
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: answer ? { elicitation: { form: {} } } : {} },
  );
  if (answer) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({ action: answer(params.message), content: {} }));
  }
  return client;
}

/** A client of the SDK, connected over stdin and stdout to the built program; closed when the test has finished. */
export async function connectAgent(
  { dir, env }: Home,
  { flags = [], env: more, answer }: AgentOptions = {},
): Promise<Client> {
  const client = agentClient({ ...(answer && { answer }) });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "mcp", ...flags],
    env: { ...env, ...more },
    cwd: dir,
    stderr: "ignore",
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** Calls a tool. */
export async function callTool(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
  options: { readonly signal?: AbortSignal } = {},
): Promise<Called> {
  const { content, isError } = await client.callTool({ name, arguments: input }, undefined, options);
  const parts = content as { type: string; text?: string; data?: string }[];
  const image = parts.find(({ type }) => type === "image")?.data;
  return {
    text: parts.map(({ text = "" }) => text).join("\n"),
    image: image === undefined ? undefined : Buffer.from(image, "base64"),
    isError: isError === true,
  };
}
