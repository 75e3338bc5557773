import type { Run } from "../../../../cli/declare/body.ts";
import type { customToolsAdd } from "./add.ts";

/** Prints the added tools as a list (contract 2.25). */
export const run: Run<typeof customToolsAdd> = async ({ call, request, value }) => {
  const { tools } = await call("webmcp.addCustomTools", request);
  return value([...tools]);
};
