/** Description of every command that waits. */
export const waitDescription =
  "Prints the record once a condition holds. A value is the text of the field, or its JSON: status=running, headless=true, proxy_id=null. Ctrl-C ends the wait and nothing else.";

export const waitExits = {
  timeout: "--timeout is over",
  "outcome-failed": "no condition can be met any more",
  "outcome-unknown": "the service can no longer be reached",
} as const;

/** Flags of every command that waits. */
export const waitFlags = {
  for: {
    kind: "string",
    repeat: true,
    required: true,
    placeholder: "FIELD=VALUE",
    summary: "Field of the record, such as status or profile.name, and its value; any of several ends the wait",
  },
} as const;

/** Flags where the record may be deleted. */
export const waitFlagsOfDeletable = {
  for: { ...waitFlags.for, placeholder: "FIELD=VALUE|deleted" },
} as const;
