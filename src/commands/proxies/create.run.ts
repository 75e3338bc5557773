import type { BodyOf, Check, Run } from "../../cli/body.ts";
import { usageError } from "../../core/errors.ts";
import type { proxiesCreate } from "./create.ts";

export const check: Check<typeof proxiesCreate> = ({ flags }) =>
  flags.password !== undefined && flags.passwordStdin
    ? [{ path: "--password-stdin", message: "cannot be used together with --password" }]
    : [];

/** Stores a proxy, with a password from a flag, stdin or the terminal. */
export const run: Run<typeof proxiesCreate> = async (body) => {
  const { call, problems, record, request } = body;
  const password = await readPassword(body);
  const config = { ...request.body.config, ...(password !== undefined && { password }) };
  const whole = { ...request.body, config };
  const found = await problems("body", whole);
  if (found.length > 0) {
    throw usageError(
      found.map(({ path, message }) => ({ path: flagOf(path), message })),
      "browserctl proxies create --help",
    );
  }
  return record(await call("proxies.create", { body: whole }));
};

/** The password without the line break that ends a file or a pipe. */
async function readPassword({
  askSecret,
  flags,
  interactive,
  previewing,
  read,
  request,
}: BodyOf<typeof proxiesCreate>) {
  if (flags.password !== undefined) return trimmed(flags.password);
  if (flags.passwordStdin) return trimmed(await read("-", "--password-stdin"));
  const { username, password } = request.body.config ?? {};
  if (username === undefined || password !== undefined || !interactive || previewing) return undefined;
  return (await askSecret(`Password of ${username} (empty for none)`, "")) || undefined;
}

function trimmed(text: string): string {
  return text.replace(/\r?\n$/, "");
}

function flagOf(path: string): string {
  return path === "config.password" ? "--password" : path;
}
