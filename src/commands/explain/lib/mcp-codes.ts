import type { CodeText } from "../../../contract/code-text.ts";
import type { ClientCode } from "../../../core/client-code.ts";

/** Texts of the codes of the MCP server and of its installation. */
export const mcpCodes = {
  client_settings: {
    meaning: "The settings file of an MCP client is damaged, or has a form that cannot be edited safely.",
    advice: "Mend the line in the message, or add the entry yourself: browserctl mcp install --dry-run shows it.",
  },
  confirmation_needed: {
    meaning: "The command asks a question, and the client of the MCP server cannot ask a person.",
    advice:
      "Run the command in a terminal, or start the server as browserctl mcp --yes, which confirms every question.",
  },
  not_in_mcp: {
    meaning: "The command cannot run as a tool call: it needs a terminal, does not end, or needs --allow.",
    advice: "Run it in a terminal, give it a --timeout, or start the server with the --allow that the message names.",
  },
  read_only: {
    meaning: "The MCP server was started with --read-only, and the command changes something.",
    advice: "Run the command in a terminal, or start the server without --read-only.",
  },
} as const satisfies { readonly [Code in ClientCode]?: CodeText };
