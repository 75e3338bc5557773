import type { BodyOf, Check, Run } from "../../cli/declare/body.ts";
import { type Problem, usageError } from "../../core/errors.ts";
import type { proxiesCreate } from "./create.ts";
import { isProxyAddress, type ProxyServer, readProxyAddress } from "./lib/proxy-address.ts";

type Create = BodyOf<typeof proxiesCreate>;

export const check: Check<typeof proxiesCreate> = (body) => {
  const { args, flags, request } = body;
  const problems: Problem[] = [];
  if (flags.password !== undefined && flags.passwordStdin)
    problems.push({ path: "--password-stdin", message: "cannot be used together with --password" });
  const { name, url } = wordsOf(body);
  if (name !== undefined && request.body.name !== undefined)
    problems.push({ path: "--name", message: "cannot be used together with <name>" });
  if (url === undefined) return problems;
  const path = args.url === undefined ? "<name>" : "<url>";
  const server = readProxyAddress(url, path);
  if ("message" in server) return [...problems, server];
  const { host, port, username, password } = request.body.config ?? {};
  const given = {
    host,
    port,
    protocol: request.body.protocol,
    ...(server.username !== undefined && { username }),
    ...(server.password !== undefined && {
      password: password ?? flags.password,
      "password-stdin": flags.passwordStdin || undefined,
    }),
  };
  for (const [flag, value] of Object.entries(given))
    if (value !== undefined) problems.push({ path: `--${flag}`, message: `cannot be used together with ${path}` });
  return problems;
};

/** Stores a proxy, with a password from a flag, stdin, the terminal or its address. */
export const run: Run<typeof proxiesCreate> = async (body) => {
  const { call, problems, record, request } = body;
  const { name = request.body.name, url } = wordsOf(body);
  const { protocol, ...server }: Partial<ProxyServer> = url === undefined ? {} : serverOf(url);
  const password = server.password ?? (await readPassword(body, server.username));
  const config = { ...request.body.config, ...server, ...(password !== undefined && { password }) };
  const whole = { ...request.body, ...(name !== undefined && { name }), ...(protocol && { protocol }), config };
  const found = await problems("body", whole);
  if (found.length > 0) {
    throw usageError(
      found.map(({ path, message }) => ({ path: flagOf(path), message })),
      "browserctl proxies create --help",
    );
  }
  return record(await call("proxies.create", { body: whole }));
};

/** Name and address from the words; the name may be omitted. */
function wordsOf({ args: { name, url } }: Pick<Create, "args">): {
  name?: string | undefined;
  url?: string | undefined;
} {
  return url === undefined && name !== undefined && isProxyAddress(name) ? { url: name } : { name, url };
}

/** Server of an address that the check has read. */
function serverOf(url: string): ProxyServer {
  const server = readProxyAddress(url, "<url>");
  if ("message" in server) throw usageError([server], "browserctl proxies create --help");
  return server;
}

/** The password without the line break that ends a file or a pipe. */
async function readPassword(
  { askSecret, flags, interactive, previewing, read, request }: Create,
  user: string | undefined,
): Promise<string | undefined> {
  if (flags.password !== undefined) return trimmed(flags.password);
  if (flags.passwordStdin) return trimmed(await read("-", "--password-stdin"));
  const { username = user, password } = request.body.config ?? {};
  if (username === undefined || password !== undefined || !interactive || previewing) return undefined;
  return (await askSecret(`Password of ${username} (empty for none)`, "")) || undefined;
}

function trimmed(text: string): string {
  return text.replace(/\r?\n$/, "");
}

/** Flag of a field that a person may have typed. */
function flagOf(path: string): string {
  return path.startsWith("config.") ? `--${path.slice("config.".length).replaceAll("_", "-")}` : path;
}
