import type { FlagDeclaration } from "../../../cli/declare/declaration.ts";

export const browser = {
  kind: "string",
  placeholder: "PATH",
  summary: "Chromium, Chrome or Edge to use",
} as const satisfies FlagDeclaration;
