import type { Run } from "../cli/declare/body.ts";
import type { openapi } from "./openapi.ts";

/** Prints the document that the service serves at `/openapi.json`. */
export const run: Run<typeof openapi> = async ({ bytes, flags: { out, force }, value, wantsValue }) => {
  const { default: document } = await import("../generated/openapi.json", { with: { type: "json" } });
  // A file gets the document itself, whatever the form of the result.
  if (wantsValue && out === undefined) return value(document);
  return bytes(Buffer.from(`${JSON.stringify(document, null, 2)}\n`), {
    binary: out !== undefined && out !== "-",
    out,
    force,
  });
};
