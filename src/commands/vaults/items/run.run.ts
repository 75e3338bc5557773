import type { Check, Run } from "../../../cli/declare/body.ts";
import { keyAndSource } from "../../../cli/input/named-values.ts";
import { CliError } from "../../../core/errors.ts";
import type { vaultsItemsRun } from "./run.ts";

/** Operations that pay. */
const paying: readonly string[] = ["authorize", "prepare_checkout"];

export const check: Check<typeof vaultsItemsRun> = ({ flags, request: { body } }) => {
  if (flags.fill === undefined) return [];
  if (body.fields !== undefined) return [{ path: "--fill", message: "cannot be used together with fields in --input" }];
  if (body.type !== "fill") return [{ path: "--fill", message: "is for the operation fill" }];
  const isWrong = flags.fill.some((word) => keyAndSource(word).source === "");
  return isWrong ? [{ path: "--fill", message: "must be FIELD=SELECTOR" }] : [];
};

/** Runs an operation of an item, after confirmation where it pays. */
export const run: Run<typeof vaultsItemsRun> = async (body) => {
  const { args, call, confirm, flags, record, request } = body;
  if (paying.includes(request.body.type)) {
    await confirm(`Run ${request.body.type} of ${args.key} in vault ${args.id_or_name}? It may pay.`);
  }
  const fields = flags.fill?.map(keyAndSource).map(({ key, source }) => ({ field: key, selector: source }));
  const result = await call("vaultItems.perform", {
    params: request.params,
    body: { ...request.body, ...(fields && { fields }) },
  });
  return record(result, "fields" in result && result.status !== "completed" ? { failure: unfilled(result) } : {});
};

function unfilled({
  status,
  fields,
}: {
  status: string;
  fields: readonly { index: number; status: string; error_code?: string }[];
}): CliError {
  const first = fields.find((each) => each.status !== "filled");
  const place = first
    ? `: field ${first.index + 1} is ${first.status}${first.error_code ? ` (${first.error_code})` : ""}`
    : "";
  const code = "fill_failed";
  return status === "failed"
    ? new CliError("outcome-failed", `the fields were not filled${place}`, { code })
    : new CliError("outcome-unknown", `it is unknown which fields were filled${place}`, { code });
}
