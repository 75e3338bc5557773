import { command } from "../../cli/declare/command.ts";

export const browsersCurl = command({
  words: "browsers curl",
  effects: "none",
  operation: "browsers.curl",
  args: {
    id: { summary: "Session id" },
    url: { summary: "Target", field: ["body", "url"] },
  },
  // The function adds curl's defaults, so it must run before the request can be shown.
  preview: "calls",
  fields: {
    url: false,
    method: { short: "X", placeholder: "METHOD", summary: "HTTP method; POST when there is data" },
    headers: false,
    body: false,
    response_encoding: {
      summary: "How the body travels; base64, which keeps every byte, unless the result is printed as JSON",
    },
    timeout_ms: { name: "request-timeout", kind: "duration", summary: "Limit of the request (timeout_ms)" },
  },
  flags: {
    header: {
      short: "H",
      kind: "string",
      repeat: true,
      placeholder: "'NAME: VALUE'",
      summary: "Header, merged over the browser's own; @file for a list",
    },
    data: { short: "d", kind: "text", placeholder: "DATA", summary: "Request body: text, -, @file or env:NAME" },
    include: { short: "i", kind: "boolean", summary: "Print the status line and headers before the body" },
    head: { short: "I", kind: "boolean", summary: "Send HEAD and print the status line and headers" },
    fail: { kind: "boolean", summary: "Exit 22 without a body when the target answers 400 or more" },
    failWithBody: { kind: "boolean", summary: "Exit 22 with the body when the target answers 400 or more" },
    writeOut: {
      short: "w",
      kind: "text",
      placeholder: "FORMAT",
      summary: "Print this after the body, with curl's variables such as %{http_code}; @file",
    },
    dumpHeader: {
      short: "D",
      kind: "string",
      placeholder: "FILE",
      summary: "Write the status line and headers to a file; - is stdout, before the body",
    },
    out: { kind: "string", placeholder: "FILE", summary: "Write the body to a file; - is stdout" },
    force: { kind: "boolean", summary: "Replace files that exist" },
  },
  exits: { "http-status": "the target answered 400 or more, with --fail or --fail-with-body" },
  seeAlso: ["browsers run", "browsers playwright execute", "help scripting"],
  examples: [
    { line: "browsers curl shop https://example.com", does: "Print a page as this session's browser gets it" },
    {
      line: "browsers curl shop https://example.com/api -H 'Accept: application/json' -d @order.json",
      does: "Post a file",
    },
    {
      line: "browsers curl shop https://example.com/logo.png --out logo.png --fail",
      does: "Save an image, or exit 22",
    },
    {
      line: "browsers curl shop https://example.com --out page.html -D headers.txt -w '%{http_code} %{time_total}\\n'",
      does: "Keep body and headers in files, and print status and time",
    },
    { line: "browsers curl shop https://example.com -o json", does: "Status, headers, body and duration as JSON" },
  ],
  run: () => import("./curl.run.ts"),
});
