import type { Run } from "../../../cli/declare/body.ts";
import type { webmcpList } from "./list.ts";

/** Prints the tools as a list (contract 2.25). */
export const run: Run<typeof webmcpList> = async ({ call, request, value }) => {
  const { tools } = await call("webmcp.listTools", request);
  return value([...tools]);
};
