import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  CallToolRequestSchema,
  ElicitResultSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import { helpCommand } from "../../../cli/help/help-command.ts";
import { pageText } from "../../../cli/help/help-text.ts";
import { CliError, usageError } from "../../../core/errors.ts";
import { version } from "../../../core/version.ts";
import { groups } from "../../groups.ts";
import { ANSWER_MS } from "./limits.ts";
import { type ListedTool, listedTools } from "./listed-tools.ts";
import { listResources, readResource, resourceTemplates } from "./resources.ts";
import { type Ask, failedLine, type Mcp, Runner } from "./runner.ts";
import { linesOf, type ToolLine } from "./tool-lines.ts";
import { type ToolResult, textResult, toolResult } from "./tool-result.ts";

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type Input = Readonly<Record<string, unknown>>;

/** Columns of help, which nobody reads on a screen. */
const HELP_WIDTH = 120;

const instructions =
  "Operate browsers: create a session with sessions, look at its page with snapshot, operate it by reference with act. A line after next: that begins with browserctl is run by command, without that word. help lists all commands.";

/** Tool that runs any command line. */
const commandTool = {
  name: "command",
  description:
    "Run any browserctl command that has no tool, such as profiles or files; the answer is JSON. help shows them",
  inputSchema: {
    type: "object" as const,
    properties: {
      args: {
        type: "array",
        items: { type: "string" },
        description: 'words and flags, ["profiles","list","--limit","5"]',
      },
      stdin: { type: "string" },
    },
    required: ["args"],
  },
};

/** Tool that explains commands. */
const helpTool = {
  name: "help",
  description: "Help of a command or topic; all commands when empty",
  inputSchema: { type: "object" as const, properties: { words: { type: "string", description: "browsers create" } } },
  annotations: { readOnlyHint: true },
};

/** Makes the servers of clients, which share the limits of one process. */
export class AgentServers {
  readonly #body: Mcp;
  readonly #runner: Runner;
  readonly #tools: readonly ListedTool[];

  private constructor(body: Mcp, tools: readonly ListedTool[]) {
    this.#body = body;
    this.#runner = new Runner(body);
    this.#tools = tools;
  }

  static async create(body: Mcp): Promise<AgentServers> {
    return new AgentServers(body, await listedTools(body.heads, { readOnly: body.flags.readOnly === true }));
  }

  /** A server for one client. */
  server(): Server {
    const server = new Server(
      { name: "browserctl", version },
      { capabilities: { tools: {}, resources: {} }, instructions },
    );
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: this.#list() }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
      this.#call(params.name, params.arguments ?? {}, this.#options(server, extra)),
    );
    const reading = (extra: Extra) => ({ ...this.#options(server, extra), runner: this.#runner });
    server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [...resourceTemplates] }));
    server.setRequestHandler(ListResourcesRequestSchema, async (_request, extra) => ({
      resources: await listResources(reading(extra)),
    }));
    server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, extra) => ({
      contents: [await readResource(uri, reading(extra))],
    }));
    return server;
  }

  #list() {
    const annotations = this.#runner.readOnly ? { readOnlyHint: true } : { destructiveHint: true };
    return [
      ...this.#tools.map(({ annotations, schema, tool: { about, name } }) => ({
        name,
        description: about,
        inputSchema: schema,
        ...(Object.keys(annotations).length > 0 && { annotations }),
      })),
      { ...commandTool, annotations },
      helpTool,
    ];
  }

  async #call(name: string, input: Input, options: { signal: AbortSignal; ask: Ask }): Promise<ToolResult> {
    try {
      if (name === helpTool.name) return await this.#help(input);
      if (name === commandTool.name)
        return toolResult(await this.#runner.run([commandLineOf(input)], { ...options, output: "jsonl" }));
      const listed = this.#tools.find(({ tool }) => tool.name === name);
      if (!listed) throw new McpError(ErrorCode.InvalidParams, `there is no tool "${name}"`);
      return await this.#callListed(listed, input, options);
    } catch (error) {
      if (error instanceof McpError) throw error;
      return toolResult([failedLine(error)]);
    }
  }

  async #callListed(listed: ListedTool, input: Input, options: { signal: AbortSignal; ask: Ask }): Promise<ToolResult> {
    const { shows } = listed.tool;
    const lines = linesOf(listed, input);
    if (typeof shows === "string") return toolResult(await this.#runner.run(lines, { ...options, output: "text" }));
    const chosen = lines.map(({ args, stdin }) => ({ args: withFields(args, shows), stdin }));
    return toolResult(await this.#runner.run(chosen, { ...options, output: "jsonl" }));
  }

  async #help({ words = "", ...others }: Input): Promise<ToolResult> {
    const [unknown] = Object.keys(others);
    if (unknown !== undefined || typeof words !== "string")
      throw usageError([{ path: unknown ?? "words", message: "help has words, a text such as browsers create" }]);
    const typed = words.split(/\s+/).filter((word) => word !== "" && word !== "browserctl");
    return textResult(pageText(await helpCommand(typed, this.#body.heads, groups), HELP_WIDTH));
  }

  /** End and questions of a request of a client. */
  #options(server: Server, { sendRequest, signal }: Extra): { signal: AbortSignal; ask: Ask } {
    const cancelled = new AbortController();
    const cancel = (): void => cancelled.abort(new CliError("interrupted", "cancelled by the client"));
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
    const canAsk = server.getClientCapabilities()?.elicitation?.form !== undefined;
    const ask: Ask = async (message, end) => {
      const requestedSchema = { type: "object" as const, properties: {} };
      const params = { mode: "form" as const, message, requestedSchema };
      const { action } = await sendRequest({ method: "elicitation/create", params }, ElicitResultSchema, {
        signal: end,
        timeout: ANSWER_MS,
      });
      return action === "accept";
    };
    return { signal: AbortSignal.any([cancelled.signal, this.#body.signal]), ask: canAsk ? ask : undefined };
  }
}

/** Words with the fields of the result; they come before the arguments. */
function withFields(args: readonly string[], fields: readonly string[]): string[] {
  const end = args.indexOf("--");
  const at = end === -1 ? args.length : end;
  return [...args.slice(0, at), `--fields=${fields.join(",")}`, "--quiet", ...args.slice(at)];
}

/** The line of the tool `command`. Exit 2 for other inputs. */
function commandLineOf({ args, stdin, ...others }: Input): ToolLine {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw usageError([{ path: unknown, message: "is unknown: command has args and stdin" }]);
  const isWords = Array.isArray(args) && args.length > 0 && args.every((each) => typeof each === "string");
  if (!isWords) throw usageError([{ path: "args", message: 'must be words, such as ["profiles", "list"]' }]);
  if (stdin !== undefined && typeof stdin !== "string")
    throw usageError([{ path: "stdin", message: "must be a text" }]);
  return { args: args[0] === "browserctl" ? args.slice(1) : args, stdin };
}
