interface Named {
  id?: unknown;
  name?: unknown;
}

/**
 * Name of a stored thing for a file here, from its own record: its name, or its id. The service checked the name; it is
 * checked again here before it becomes a local path.
 */
export function safeName(record: Named | null | undefined, otherwise: string): string {
  const name = [record?.name, record?.id].find((each) => typeof each === "string" && each !== "");
  return typeof name === "string" && /^(?!\.)[A-Za-z0-9._-]{1,200}$/.test(name) ? name : otherwise;
}
