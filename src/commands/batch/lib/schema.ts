import { streams } from "../../../cli/declare/command-output.ts";

/** A JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

const words: Schema = {
  type: "array",
  items: { type: "string", pattern: "^[^\\u0000]*$" },
  minItems: 1,
  description: "Words of one command, without browserctl",
};

/** JSON Schema of an input line of `batch`. */
export const batchLineSchema: Schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Input line of browserctl batch",
  anyOf: [
    words,
    {
      type: "object",
      properties: {
        args: words,
        id: { description: "Any value; the result line repeats it" },
        stdin: { type: "string", description: "Standard input of the command" },
      },
      required: ["args"],
      additionalProperties: false,
    },
  ],
};

/** JSON Schema of an output line of `batch`. */
export const batchResultSchema: Schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Output line of browserctl batch",
  type: "object",
  properties: {
    line: { type: "integer", minimum: 1, description: "Number of the input line; blank lines count" },
    id: { description: "The id of the input line, where it has one" },
    exit_code: { type: "integer", description: "Exit code that the command would have ended with" },
    result: { description: "Result as with -o json; the items of a stream as an array; a text as a string" },
    base64: { type: "string", contentEncoding: "base64", description: "Result that is not UTF-8 text" },
    error: {
      type: "object",
      properties: { code: { type: "string" }, message: { type: "string" }, exit_code: { type: "integer" } },
      required: ["code", "message", "exit_code"],
      description: "Error as with -o json; a result beside it is what came before",
    },
    notes: { type: "array", items: { type: "string" }, description: "Notices that go to stderr otherwise" },
  },
  required: ["line", "exit_code"],
  additionalProperties: false,
};

/** Output of `batch`, for `schema`. */
export const batchOutput = streams(batchResultSchema);
