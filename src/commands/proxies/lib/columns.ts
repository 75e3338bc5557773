import { table } from "../../../cli/declare/command.ts";
import type { ProxyRecord } from "../../../generated/types.ts";

/** Columns of proxies. */
export const proxyColumns = table<ProxyRecord>([
  { path: "id" },
  { path: "name" },
  { path: "type" },
  { path: "protocol" },
  { path: "config.host", title: "host" },
  { path: "config.port", title: "port" },
  { path: "config.username", title: "user" },
  { path: "status" },
  { path: "last_checked", title: "checked", as: "age" },
]);
