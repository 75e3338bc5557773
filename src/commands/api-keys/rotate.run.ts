import type { Check, Run } from "../../cli/declare/body.ts";
import { naming } from "../../cli/run/consent.ts";
import { deliverNewKey } from "./lib/new-key.ts";
import type { apiKeysRotate } from "./rotate.ts";

export const check: Check<typeof apiKeysRotate> = ({ flags }) =>
  flags.force && flags.outFile === undefined ? [{ path: "--force", message: "needs --out-file beside it" }] : [];

/** Rotates a key, after confirmation where the old one ends at once. */
export const run: Run<typeof apiKeysRotate> = async (body) => {
  const { call, confirm, consented, request } = body;
  const { id } = request.params;
  if (request.body?.expire_in_days === 0 && !consented) {
    const key = await call("apiKeys.get", { params: { id } });
    await confirm(`Rotate API key ${naming(id, key)}? The old key stops working at once.`);
  }
  return deliverNewKey(body, () => call("apiKeys.rotate", request));
};
