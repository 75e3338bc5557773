import type { ExpectStatic } from "vitest";
import type { ManagedAuth } from "./managed-auth.ts";

/** Starts a login whose page cannot be loaded, and checks that it fails with a network error. */
export async function endsUnreachable(
  auth: ManagedAuth,
  url: string,
  reason: string,
  expect: ExpectStatic,
): Promise<void> {
  const { id } = await auth.connection("/password", { login_url: url });
  await auth.login(id);
  expect(await auth.over(id)).toMatchObject({
    flow_status: "FAILED",
    status: "NEEDS_AUTH",
    error_code: "login_page_unreachable",
    error_message: expect.stringContaining(reason),
  });
}
