import { command } from "../../cli/declare/command.ts";
import type { FlagDeclaration } from "../../cli/declare/declaration.ts";
import { proxyColumns } from "./lib/columns.ts";

/** Flags for the settings of a proxy; the password is read by the command's function. */
const settings = {
  host: { kind: "string", summary: "Host name or IP address of the proxy", field: ["body", "config", "host"] },
  port: { kind: "integer", summary: "Port of the proxy", field: ["body", "config", "port"] },
  username: { kind: "string", summary: "User of the proxy", field: ["body", "config", "username"] },
  caBundle: {
    kind: "text",
    placeholder: "PEM",
    summary: "Certificate authorities that the proxy and the session's browser trust",
    field: ["body", "config", "ca_bundle"],
  },
  country: { kind: "string", summary: "Country, for types other than custom", field: ["body", "config", "country"] },
  state: { kind: "string", summary: "State, for residential and mobile", field: ["body", "config", "state"] },
  city: { kind: "string", summary: "City, for residential and mobile", field: ["body", "config", "city"] },
  zip: { kind: "string", summary: "ZIP code in the US, for residential", field: ["body", "config", "zip"] },
  asn: { kind: "string", summary: "Autonomous system, for residential", field: ["body", "config", "asn"] },
} as const satisfies Record<string, FlagDeclaration<"proxies.create">>;

export const proxiesCreate = command({
  words: "proxies create",
  effects: "none",
  operation: "proxies.create",
  description:
    "Sessions use it with browsers create --proxy. At a terminal, --username without a password asks for one; it is stored encrypted and never shown.",
  args: {
    name: { summary: "Name for it, as --name; an address may stand in its place", required: false },
    url: { summary: "Its address: http://USER:PASSWORD@HOST:PORT, in place of the flags for these", required: false },
  },
  idField: "id",
  fields: {
    type: { preset: "custom" },
    name: { placeholder: "NAME" },
    bypass_hosts: {
      name: "bypass-host",
      placeholder: "HOST",
      summary: "Host to reach without the proxy; *.host is every host below it",
    },
  },
  flags: {
    ...settings,
    password: { kind: "text", placeholder: "PASSWORD", summary: "Password of the proxy" },
    passwordStdin: { kind: "boolean", summary: "Read the password from stdin" },
  },
  columns: proxyColumns,
  examples: [
    { line: "proxies create office --host proxy.example.com --port 3128", does: "Store a proxy without a password" },
    { line: "proxies create office http://ada:correct-horse@proxy.example.com:3128", does: "Store one by its address" },
    {
      line: "proxies create office --host proxy.example.com --port 3128 --username ada --password @password.txt",
      does: "Store one with a password from a file",
    },
    {
      line: "proxies create office --host 10.0.0.5 --port 8443 --protocol https --ca-bundle @office.pem",
      does: "Speak TLS to it, and trust the company's own authority",
    },
    {
      line: "proxies create office --host 10.0.0.5 --port 3128 --bypass-host intranet --bypass-host '*.internal'",
      does: "Reach some hosts without it",
    },
  ],
  preview: "calls",
  run: () => import("./create.run.ts"),
});
