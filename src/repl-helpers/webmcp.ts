import type { CustomToolRecord, CustomTools } from "./custom-tools.ts";
import { readOptions, readText } from "./options.ts";
import type { Patience } from "./patience.ts";

/** Question of the REPL to the service: tools of the open pages, or a call of one. */
export type WebmcpQuestion =
  | { readonly list: { readonly exclude_custom: boolean } }
  | { readonly invoke: { readonly tool_ref: string; readonly input: object; readonly timeout_ms: number } };

/** Answer of the service: the body of an answer of the API, which has failed from status 400. */
export interface WebmcpAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Failed request; nothing is repeated after `outcome_unknown`. */
export class WebMCPRequestError extends Error {
  override readonly name = "WebMCPRequestError";
  readonly statusCode: number;
  readonly code: unknown;
  readonly invocationId: unknown;
  readonly body: WebmcpAnswer["body"];
  constructor({ body, status }: WebmcpAnswer) {
    super(`${status} ${String(body["code"])}: ${String(body["message"])}`);
    this.statusCode = status;
    this.code = body["code"];
    this.invocationId = body["invocation_id"];
    this.body = body;
  }
}

/** Tools of the open pages, and tools of one's own (contract 2.25 and 2.28). */
export function webmcpClient(
  ask: (question: WebmcpQuestion) => Promise<WebmcpAnswer>,
  tools: CustomTools,
  patience: Patience,
) {
  const answered = async (question: WebmcpQuestion): Promise<WebmcpAnswer["body"]> => {
    const answer = await ask(question);
    if (answer.status >= 400) throw new WebMCPRequestError(answer);
    return answer.body;
  };
  return Object.freeze({
    async listTools(given?: unknown): Promise<unknown> {
      const { excludeCustom } = readOptions("webmcp.listTools", given, { excludeCustom: false });
      return (await answered({ list: { exclude_custom: excludeCustom } }))["tools"];
    },
    async invokeTool(toolRef: unknown, input: unknown = {}, given?: unknown): Promise<unknown> {
      const { timeoutSec } = readOptions("webmcp.invokeTool", given, { timeoutSec: 60 });
      if (typeof input !== "object" || input === null)
        throw new TypeError("webmcp.invokeTool: the input must be an object");
      const tool_ref = readText("webmcp.invokeTool", "the tool_ref", toolRef);
      return answered({ invoke: { tool_ref, input, timeout_ms: Math.ceil(patience.ms(timeoutSec)) } });
    },
    async addCustomTools(given: unknown): Promise<CustomToolRecord[]> {
      const defaults = { namespace: "", tools: undefined as unknown, forceOverwriteNamespace: false };
      const {
        forceOverwriteNamespace,
        namespace,
        tools: definitions,
      } = readOptions("webmcp.addCustomTools", given, defaults);
      return tools.add(namespace, definitions, forceOverwriteNamespace);
    },
    listCustomTools: async (): Promise<CustomToolRecord[]> => tools.list(),
    removeCustomTool: async (id: unknown): Promise<boolean> => tools.remove(id),
  });
}
