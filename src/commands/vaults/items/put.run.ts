import type { BodyOf, Check, Run } from "../../../cli/declare/body.ts";
import { keyAndSource } from "../../../cli/input/named-values.ts";
import { vaultFieldTypes } from "../../../contract/vault-item-schemas.ts";
import { type Problem, usageError } from "../../../core/errors.ts";
import type { VaultItemsPutBody } from "../../../generated/types.ts";
import { readValues, valueProblems } from "./lib/given-values.ts";
import type { vaultsItemsPut } from "./put.ts";

type Put = BodyOf<typeof vaultsItemsPut>;

const words = "vaults items put";

export const check: Check<typeof vaultsItemsPut> = ({ flags, request: { body } }) => {
  const { field = [], visible = [], optional = [], value = [], ask = [] } = flags;
  if (field.length === 0) {
    const needsFields = [...visible, ...optional, ...value, ...ask].length > 0 || flags.website !== undefined;
    if (needsFields || body.spec === undefined) {
      return [{ path: "--field", message: "is missing; a wallet, card or account is given by --input" }];
    }
    return body.type === undefined ? [{ path: "--type", message: "is missing" }] : [];
  }
  if (body.spec !== undefined) return [{ path: "--field", message: "cannot be used together with spec in --input" }];
  if (body.type !== undefined && body.type !== "credential") {
    return [{ path: "--type", message: "must be credential with --field" }];
  }
  const fields = field.map(keyAndSource);
  const names = new Set(fields.map(({ key }) => key));
  const problems = fields.flatMap(({ key, source }): Problem[] =>
    key !== "" && vaultFieldTypes.some((type) => type === source)
      ? []
      : [{ path: "--field", message: `must be NAME=TYPE, with TYPE one of ${vaultFieldTypes.join(", ")}` }],
  );
  for (const name of [...visible, ...optional, ...value.map((word) => keyAndSource(word).key), ...ask]) {
    if (name !== "" && !names.has(name)) problems.push({ path: `--field ${name}`, message: "is missing" });
  }
  return [...problems, ...valueProblems(flags)];
};

/** Creates an item: a credential of fields, or what `--input` has. */
export const run: Run<typeof vaultsItemsPut> = async (body) => {
  const { call, problems, record, request } = body;
  const whole = body.flags.field === undefined ? request.body : await credential(body);
  const [problem, ...more] = await problems("body", whole);
  if (problem) throw usageError([problem, ...more], `browserctl ${words} --help`);
  return record(await call("vaultItems.put", { params: request.params, body: whole as VaultItemsPutBody }));
};

async function credential(body: Put): Promise<Put["request"]["body"]> {
  const { field = [], visible = [], optional = [], website } = body.flags;
  const values = await readValues(body);
  const fields = field.map(keyAndSource).map(({ key: name, source }) => {
    const value = values.get(name);
    return {
      name,
      type: source as (typeof vaultFieldTypes)[number],
      ...(visible.includes(name) && { sensitive: false }),
      ...(optional.includes(name) && { required: false }),
      ...(value !== undefined && { value }),
    };
  });
  return { type: "credential", spec: { ...(website !== undefined && { description: website }), fields } };
}
