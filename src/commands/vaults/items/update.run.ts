import type { Check, Run } from "../../../cli/declare/body.ts";
import { usageError } from "../../../core/errors.ts";
import { readValues, valueProblems } from "./lib/given-values.ts";
import type { vaultsItemsUpdate } from "./update.ts";

export const check: Check<typeof vaultsItemsUpdate> = ({ flags, request: { body } }) => {
  const { value = [], ask = [], clear = [], website } = flags;
  const given = [...value, ...ask, ...clear].length > 0 || website !== undefined;
  if (body.spec !== undefined) {
    return given ? [{ path: "--value", message: "cannot be used together with spec in --input" }] : [];
  }
  if (given) return valueProblems(flags);
  const sentence = "nothing to change: add --value, --ask, --clear or --website; a card is changed by --input";
  return [{ path: "body", message: "is empty", sentence }];
};

/** Changes a credential by its values, or a card by what `--input` has. */
export const run: Run<typeof vaultsItemsUpdate> = async (body) => {
  const { call, flags, previewing, problems, record, request } = body;
  const { params } = request;
  if (request.body.spec !== undefined) {
    return record(await call("vaultItems.update", { params, body: { ...request.body, spec: request.body.spec } }));
  }
  const changed = [...(await readValues(body))].map(([name, value]) => [name, { value }] as const);
  const cleared = (flags.clear ?? []).map((name) => [name, { value: null }] as const);
  const fields = Object.fromEntries([...changed, ...cleared]);
  const spec = {
    ...(flags.website !== undefined && { description: flags.website }),
    ...(Object.keys(fields).length > 0 && { fields }),
  };
  const known = request.body.version;
  const version = known ?? (previewing ? 1 : (await call("vaultItems.get", { params, query: {} })).version);
  const whole = { ...request.body, type: "credential" as const, spec, ...(version !== undefined && { version }) };
  const [problem, ...more] = await problems("body", whole);
  if (problem) throw usageError([problem, ...more], "browserctl vaults items update --help");
  return record(await call("vaultItems.update", { params, body: whole }));
};
