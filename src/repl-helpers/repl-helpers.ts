import { type CustomToolFacts, CustomTools, toolMatches } from "./custom-tools.ts";
import { Elements } from "./elements.ts";
import { inputHelpers } from "./input-helpers.ts";
import { pageHelpers } from "./page-helpers.ts";
import { Patience } from "./patience.ts";
import { targetHelpers } from "./target-helpers.ts";
import { Targets } from "./targets.ts";
import { type WebmcpAnswer, type WebmcpQuestion, webmcpClient } from "./webmcp.ts";

/** Surroundings of the helpers. */
export interface HelperParts {
  /** CDP address of the session. */
  readonly cdpUrl: string;
  /** Packaged script for operations on elements. */
  readonly elementScript: string;
  /** Asks the service. */
  readonly ask: (question: WebmcpQuestion) => Promise<WebmcpAnswer>;
  /** Called with all custom tools after each change. */
  readonly toolsChanged: (tools: readonly CustomToolFacts[]) => void;
}

/** Call of a custom tool that runs in the REPL. */
export interface ToolCall {
  readonly toolId: string;
  readonly input: unknown;
  readonly topTargetId: string;
}

/** Begin of a call: the page in front, and its time limit in seconds. */
export interface HelperCall {
  readonly targetId: string | null;
  readonly timeoutSec: number;
}

/** Functions with which code in a REPL operates its browser (contract 2.28). */
export function replHelpers({ ask, cdpUrl, elementScript, toolsChanged }: HelperParts) {
  const patience = new Patience();
  const targets = new Targets(cdpUrl);
  const elements = new Elements(targets, patience, elementScript);
  const tools = new CustomTools(toolsChanged);
  const functions = {
    ...targetHelpers(targets, patience),
    ...pageHelpers(targets, elements, patience),
    ...inputHelpers(elements, patience),
  };
  const webmcp = webmcpClient(ask, tools, patience);
  return {
    begin({ targetId, timeoutSec }: HelperCall): void {
      patience.begin(timeoutSec);
      targets.begin(targetId);
    },
    tools,
    async callTool({ input, toolId, topTargetId }: ToolCall): Promise<unknown> {
      const record = tools.list().find(({ id }) => id === toolId);
      if (!record) throw new Error("the tool was removed");
      return tools.call(toolId, input, await toolMatches(targets, topTargetId, record));
    },
    /** Global names of the code. */
    names: { ...functions, webmcp, browser: Object.freeze({ ...functions, webmcp }) },
  };
}

export type ReplHelpers = ReturnType<typeof replHelpers>;
