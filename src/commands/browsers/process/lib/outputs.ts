import Type from "typebox";
import { closed, prints } from "../../../../cli/declare/command-output.ts";

export const processStdinOutput = prints(closed({ written_bytes: Type.Integer(), input_ended: Type.Boolean() }));
