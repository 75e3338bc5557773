import type { Run } from "../../../../cli/declare/body.ts";
import type { customToolsList } from "./list.ts";

/** Prints the custom tools as a list (contract 2.25). */
export const run: Run<typeof customToolsList> = async ({ call, request, value }) => {
  const { tools } = await call("webmcp.listCustomTools", request);
  return value([...tools]);
};
