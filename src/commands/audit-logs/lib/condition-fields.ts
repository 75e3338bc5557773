/** Flags for the conditions that the list and the export share. */
export const conditionFields = {
  start: {
    name: "since",
    kind: "time",
    summary: "Entries from this time on: RFC 3339, a day, or a duration back from now; 24h before --until by default",
  },
  end: { name: "until", kind: "time", summary: "Entries before this time; now by default" },
  method: { placeholder: "METHOD" },
  exclude_method: { placeholder: "METHOD" },
  service: { placeholder: "NAME" },
  auth_strategy: { placeholder: "NAME" },
  search_user_id: { name: "user-id", placeholder: "ID" },
} as const;
