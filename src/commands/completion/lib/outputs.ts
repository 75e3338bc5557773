import Type from "typebox";
import { closed, prints } from "../../../cli/declare/command-output.ts";
import { shells } from "./shells.ts";

const changed = {
  shell: Type.Enum([...shells]),
  changes: Type.Array(
    closed({ path: Type.String(), action: Type.Enum(["created", "updated", "removed", "unchanged", "absent"]) }),
  ),
};

export const completionInstallOutput = prints(
  closed({ ...changed, load: Type.String({ description: "Line that loads completion into the running shell" }) }),
);
export const completionUninstallOutput = prints(closed(changed));
