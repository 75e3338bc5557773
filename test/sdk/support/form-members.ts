/** Members of a multipart form as the npm client takes them: `files[0].file` is a member of an item of a list. */
export function membersOfForm(form: FormData): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const keys = name.split(/[.[\]]+/).filter((key) => key !== "");
    let at: Record<string, unknown> = members;
    for (const [depth, key] of keys.entries()) {
      if (depth === keys.length - 1) at[key] = value;
      else {
        at[key] ??= /^\d+$/.test(keys[depth + 1] ?? "") ? [] : {};
        at = at[key] as Record<string, unknown>;
      }
    }
  }
  return members;
}
