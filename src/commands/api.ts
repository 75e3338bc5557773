import { command } from "../cli/declare/command.ts";

export const api = command({
  words: "api",
  effects: "request",
  summary: "Call any operation of the service",
  description:
    "The answer is printed as it came, events of a stream as they come. GET, HEAD and DELETE send the fields of -F and -f as the query, other methods as a JSON body. If one of them is a file, all are sent as parts of a multipart form.",
  requests: true,
  args: {
    method: { summary: "GET, POST, PUT, PATCH, DELETE or HEAD" },
    path: { summary: "Path below the base URL, such as /browsers" },
  },
  flags: {
    field: {
      short: "F",
      kind: "string",
      repeat: true,
      placeholder: "KEY=VALUE",
      summary:
        "Field; a.b=1 sets a nested field, a[]=1 adds to a list; true, false, null and numbers keep their type; @file and @- send a file or stdin as a form, @@x is the text @x",
    },
    rawField: {
      short: "f",
      kind: "string",
      repeat: true,
      placeholder: "KEY=TEXT",
      summary: "Field whose value is always text",
    },
    header: {
      short: "H",
      kind: "string",
      repeat: true,
      placeholder: "'NAME: VALUE'",
      summary: "Header of the request",
    },
    input: {
      kind: "string",
      placeholder: "BODY",
      summary:
        "Whole body: text, -, @file or env:NAME; sent as JSON, or as bytes where the call takes a file, unless -H sets a content type",
    },
    paginate: {
      kind: "boolean",
      summary: "Get every page of a list, as one list; with -o jsonl each page as it comes",
    },
    include: {
      short: "i",
      kind: "boolean",
      summary: "Print the status line and headers first; with --paginate, before each page",
    },
    out: { kind: "string", placeholder: "FILE", summary: "Write the answer to a file; - is stdout" },
    force: { kind: "boolean", summary: "Replace the file if it exists" },
  },
  seeAlso: ["openapi", "help scripting"],
  examples: [
    { line: "api GET /browsers -F status=all", does: "List sessions with the plain call" },
    { line: "api GET /browsers --paginate -F status=all --query '[].session_id'", does: "Every page, as one list" },
    {
      line: "api POST /browsers -F headless=true -F viewport.width=800 -F viewport.height=600",
      does: "Create a session",
    },
    { line: "api POST /browsers --input @session.json", does: "The same from a file" },
    { line: "api POST /extensions -F name=blocker -F file=@blocker.zip", does: "Send a form with a file" },
    {
      line: "api PUT '/browsers/shop/fs/write_file?path=/home/user/data.csv' --input @data.csv",
      does: "Send the bytes of a file",
    },
  ],
  output: async () => (await import("./lib/outputs.ts")).apiOutput,
  run: () => import("./api.run.ts"),
});
