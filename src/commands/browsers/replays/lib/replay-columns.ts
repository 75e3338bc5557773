export const replayColumns = [
  { path: "replay_id" },
  { path: "started_at" },
  { path: "finished_at" },
  { path: "replay_view_url" },
] as const;
