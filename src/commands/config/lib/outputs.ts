import Type from "typebox";
import { closed, prints } from "../../../cli/declare/command-output.ts";
import { outputFormats } from "../../../settings/model.ts";

const values = {
  output: Type.Enum(outputFormats),
  timeout: Type.String({ description: "A duration such as 30s" }),
  no_input: Type.Boolean(),
};

export const configGetOutput = prints(Type.Union(Object.values(values)));
export const configListOutput = prints(Type.Partial(Type.Object(values)));
export const configSetOutput = prints(Type.Partial(closed(values)));
export const configUnsetOutput = prints(closed({ key: Type.String(), removed: Type.Boolean() }));
export const configPathOutput = prints(
  closed({ file: Type.String(), config_dir: Type.String(), state_dir: Type.String() }),
);
export const configExplainOutput = prints(
  Type.Array(
    closed({
      setting: Type.String(),
      value: Type.Union([Type.String(), Type.Boolean(), Type.Null()]),
      source: Type.String(),
      from: Type.String({ description: "Flag, variable or file that the value comes from" }),
      shadows: Type.Array(Type.String(), { description: "Places that it overrides" }),
    }),
  ),
);
