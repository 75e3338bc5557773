import { readFileSync } from "node:fs";

/** Set to 1 by Ubuntu 23.10 and later: only programs with a profile may make user namespaces. */
const SETTING = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";

/** True when AppArmor lets only programs with a profile create user namespaces, which sandboxes and containers need. */
export function restrictsUserNamespaces(): boolean {
  try {
    return readFileSync(SETTING, "utf8").trim() === "1";
  } catch {
    return false;
  }
}
