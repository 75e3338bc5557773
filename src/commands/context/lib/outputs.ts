import Type from "typebox";
import { closed, prints, textOrNull } from "../../../cli/declare/command-output.ts";

const shown = {
  current: Type.String({ description: "* for the context that a command here would use" }),
  name: Type.String(),
  kind: Type.Enum(["hosted", "local"]),
  base_url: textOrNull,
  project: textOrNull,
  token: Type.String({ description: "Place of the token in words" }),
  chosen_by: textOrNull,
  project_from: textOrNull,
};
const inUse = { in_use: Type.Boolean(), overridden_by: Type.Optional(Type.String()) };
const name = { context: Type.String() };

export const contextListOutput = prints(Type.Array(closed(shown)));
export const contextShowOutput = prints(
  closed({
    ...shown,
    token: Type.String({ description: "Place of the token in words; the token itself with --show-token" }),
  }),
);
export const contextUseOutput = prints(
  closed({
    ...name,
    project: Type.Optional(Type.String()),
    directory: Type.Optional(Type.String()),
    file: Type.Optional(Type.String()),
    ...inUse,
  }),
);
export const contextUnbindOutput = prints(closed({ directory: Type.String(), ...name, removed: Type.Literal(true) }));
export const contextAddOutput = prints(closed({ ...name, base_url: Type.String() }));
export const contextRemoveOutput = prints(closed({ ...name, removed: Type.Literal(true) }));
export const contextRenameOutput = prints(closed({ ...name, renamed_from: Type.String() }));
