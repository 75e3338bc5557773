import { readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { sessionNames } from "../processes/session-etc.ts";
import { FileError } from "./file-errors.ts";

/**
 * Throws a {@link FileError} `unsupported` for an owner or a group other than the service's. assumed: files of a
 * session belong to the user of the service, by its name in the session or on the machine; only the administrator may
 * change owners.
 */
export async function checkOwner({ owner, group }: { owner?: string; group?: string }): Promise<void> {
  const own = sessionNames();
  const users = [own.user, ...ownUser()];
  const groups = [own.group, String(process.getgid?.() ?? -1), ...(group === undefined ? [] : await ownGroupNames())];
  const foreign = [
    ...(owner !== undefined && !users.includes(owner) ? [{ path: "owner", own: own.user }] : []),
    ...(group !== undefined && !groups.includes(group) ? [{ path: "group", own: own.group }] : []),
  ];
  if (foreign.length === 0) return;
  const problems = foreign.map(({ path, own }) => ({ path, message: `files of a session have the ${path} "${own}"` }));
  const names = foreign.map(({ path }) => path).join(" or ");
  throw new FileError("unsupported", `the local service does not support another ${names} of a file`, { problems });
}

/** Id and name of the service's user. */
function ownUser(): string[] {
  const id = String(process.getuid?.() ?? -1);
  try {
    return [id, userInfo().username];
  } catch {
    // A user id without a name, as in some containers.
    return [id];
  }
}

/** Names of the service's group; Node has no lookup for them. */
async function ownGroupNames(): Promise<string[]> {
  const lines = (await readFile("/etc/group", "utf8").catch(() => "")).split("\n").map((line) => line.split(":"));
  return lines.filter(([, , id]) => id === String(process.getgid?.())).map(([name = ""]) => name);
}
