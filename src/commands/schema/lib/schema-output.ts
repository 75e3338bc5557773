import Type from "typebox";
import type { CommandOutput } from "../../../cli/declare/spec.ts";

const schema = Type.Union([Type.Object({}, { description: "A JSON Schema of draft 2020-12" }), Type.Literal(false)]);

const commandSchemas = Type.Object(
  {
    command: Type.String({ description: "Words of the command" }),
    summary: Type.String(),
    calls: Type.Array(Type.String(), { description: "Operations of the API that it calls" }),
    arguments: schema,
    output: schema,
    stream: Type.Boolean({ description: "The output has one document on each line" }),
    error: schema,
  },
  { additionalProperties: false },
);

export const schemaOutput: CommandOutput = { schema: Type.Union([commandSchemas, Type.Array(commandSchemas)]) };
