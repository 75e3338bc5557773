/**
 * A record that has the required fields of every kind of thing: session, profile, extension, deployment and invocation.
 * For tests of commands that read a thing and do not care for the rest of it.
 */
export function anyRecord(id: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const time = "2026-01-02T03:04:05Z";
  return {
    id,
    session_id: id,
    created_at: time,
    started_at: time,
    cdp_ws_url: `ws://127.0.0.1:1/browsers/${id}/cdp?jwt=j`,
    headless: true,
    stealth: false,
    timeout_seconds: 60,
    size_bytes: 1,
    status: "running",
    region: "aws.us-east-1a",
    app_name: "shop",
    action_name: "import",
    version: "1",
    ...more,
  };
}
