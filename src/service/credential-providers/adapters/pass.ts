import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { itemOfPath, totpSecretOf, vaultsOf } from "../provider-items.ts";
import { failed, runProgram } from "../run-program.ts";
import type { Adapter } from "./adapter.ts";

const SUFFIX = ".gpg";

/** Items of the password store of `pass`: their names are those of its files. */
export const pass: Adapter = {
  program: "pass",
  tokenVariable: undefined,

  async list({ name, command, env }) {
    const store = env["PASSWORD_STORE_DIR"] ?? join(env["HOME"] ?? "/", ".password-store");
    const entries = await readdir(store, { recursive: true }).catch(() => {
      throw failed(name, command[0], "has no password store that can be read");
    });
    const paths = entries.filter((path) => path.endsWith(SUFFIX) && !/(^|\/)\./.test(path));
    const items = paths.sort().map((path) => itemOfPath(path.slice(0, -SUFFIX.length)));
    return { items, vaults: vaultsOf(items) };
  },

  /** The first line is the password; the others are `key: value`, or an `otpauth://` address. */
  async get(program, { path }, signal) {
    const [password = "", ...lines] = (await runProgram(program, ["show", path], signal)).split(/\r?\n/);
    const values = lines.flatMap((line): [string, string][] => {
      const [, key, value] = /^([^:\s][^:]*):\s+(\S.*)/.exec(line) ?? [];
      return key === undefined || value === undefined ? [] : [[key.trimEnd(), value.trimEnd()]];
    });
    const otp = lines.find((line) => line.startsWith("otpauth://"));
    return { values: { ...Object.fromEntries(values), password }, totpSecret: totpSecretOf(otp?.trim()) };
  },
};
