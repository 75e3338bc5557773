import type { OperationSpec } from "../contract/operation.ts";

/** A schema as far as types need it. */
interface Schema {
  readonly $id?: string;
  readonly type?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly "x-file"?: boolean;
}

/**
 * Direction of a value. A field of a request may be `undefined`, which is not sent; a field of an answer may only be
 * absent.
 */
type Side = "request" | "answer";

const header = `/** A file of a form. */
export interface FormFile {
  /** Bytes. */
  readonly bytes: number;
  /** The name it is sent with. */
  readonly filename: string;
  /** Reads it from the beginning. */
  open(): AsyncIterable<Uint8Array>;
}
`;

/**
 * The types of every operation: an interface for each schema with an `$id` and for each part of an operation, and one
 * map of them. Throws for two schemas that share an `$id` or a name and differ.
 */
export function typesModule(specs: readonly OperationSpec[]): string {
  const types = new Types();
  const entries = specs.map((spec) => {
    const name = pascal(spec.id);
    const members = (["params", "query", "body"] as const).flatMap((part) => {
      const schema = spec[part] as Schema | undefined;
      return schema ? [`${part}: ${types.named(`${name}${pascal(part)}`, schema, "request")}`] : [];
    });
    return `  ${JSON.stringify(spec.id)}: { ${[...members, ...facts(spec, name, types)].join("; ")} };`;
  });
  return `${header}
${types.declarations.join("\n\n")}

/** Every operation: the parts of its request, and the kind and type of its answer. */
export interface Operations {
${entries.join("\n")}
}
`;
}

function facts(spec: OperationSpec, name: string, types: Types): string[] {
  const { response, bodyKind, bodyOptional } = spec;
  const schema = "schema" in response ? (response.schema as Schema) : undefined;
  return [
    ...(bodyKind ? [`bodyKind: ${JSON.stringify(bodyKind)}`] : []),
    ...(bodyOptional ? ["bodyOptional: true"] : []),
    ...(spec.paging ? [`paging: ${JSON.stringify(spec.paging)}`] : []),
    `kind: ${JSON.stringify(response.kind)}`,
    ...(schema && response.kind === "json"
      ? [`result: ${types.named(`${name}Result`, schema, "answer")}${response.also === 204 ? " | undefined" : ""}`]
      : []),
    ...(schema && response.kind === "sse" ? [`event: ${types.named(`${name}Event`, schema, "answer")}`] : []),
  ];
}

/** Collects declarations by name. */
class Types {
  readonly declarations: string[] = [];
  readonly #declared = new Map<string, string>();
  readonly #contents = new Map<string, string>();

  /** Declares a schema under its `$id`, else under `name`, and gives the name. */
  named(name: string, schema: Schema, side: Side): string {
    if (schema.$id !== undefined) return this.#text(schema, side, "");
    this.#declare(name, schema, side);
    return name;
  }

  #declare(name: string, schema: Schema, side: Side): void {
    const doc = docComment(schema, "");
    const text = schema.properties
      ? `${doc}export interface ${name} ${this.#members(schema, side, "")}`
      : `${doc}export type ${name} = ${this.#text(schema, side, "")};`;
    const before = this.#declared.get(name);
    if (before === text) return;
    if (before !== undefined) throw new Error(`two schemas of the contract are called ${name} and differ`);
    this.#declared.set(name, text);
    this.declarations.push(text);
  }

  #text(schema: Schema, side: Side, indent: string): string {
    const { $id, type, anyOf } = schema;
    if ($id !== undefined) return this.#identified($id, schema, side);
    if (schema["x-file"]) return "FormFile";
    if (schema.enum) return enumText(schema.enum, side);
    if ("const" in schema) return JSON.stringify(schema.const);
    if (anyOf) return anyOf.map((branch) => this.#text(branch, side, indent)).join(" | ");
    switch (type) {
      case "integer":
        return "number";
      case "string":
      case "number":
      case "boolean":
      case "null":
        return type;
      case "array":
        return this.#list(schema, side, indent);
      case "object":
        return this.#object(schema, side, indent);
      case undefined:
        return "unknown";
      default:
        throw new Error(`a schema of type ${JSON.stringify(type)} has no type`);
    }
  }

  #list({ items = {} }: Schema, side: Side, indent: string): string {
    const item = this.#text(items, side, indent);
    const list = /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`;
    return side === "request" ? `readonly ${list}` : list;
  }

  #object(schema: Schema, side: Side, indent: string): string {
    if (schema.properties) return this.#members(schema, side, indent);
    const [values] = Object.values(schema.patternProperties ?? {});
    return `Record<string, ${values ? this.#text(values, side, indent) : "unknown"}>`;
  }

  #members({ properties = {}, required = [] }: Schema, side: Side, indent: string): string {
    const inner = `${indent}  `;
    const lines = Object.entries(properties).map(([name, schema]) => {
      const optional = !required.includes(name);
      const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
      const text = this.#text(schema, side, inner);
      const type = optional && side === "request" ? `${text} | undefined` : text;
      return `${docComment(schema, inner)}${inner}${key}${optional ? "?" : ""}: ${type};\n`;
    });
    return `{\n${lines.join("")}${indent}}`;
  }

  /** The name of a schema with an `$id`; in a request its optional fields differ, and so does its name. */
  #identified($id: string, schema: Schema, side: Side): string {
    const { $id: _, description: __, ...own } = schema;
    const content = JSON.stringify(own);
    const before = this.#contents.get($id);
    if (before !== undefined && before !== content) {
      throw new Error(`two schemas of the contract have the $id "${$id}" and differ`);
    }
    this.#contents.set($id, content);
    const name = side === "answer" ? $id : `${$id}Input`;
    this.#declare(name, own, side);
    return name;
  }
}

/** The values of an enum; in an answer also any other text, because a newer service may have more. */
function enumText(values: readonly unknown[], side: Side): string {
  const known = values.map((value) => JSON.stringify(value));
  return side === "answer" ? [...known, "(string & {})"].join(" | ") : known.join(" | ");
}

function docComment({ description, deprecated }: Schema, indent: string): string {
  const text = [description, deprecated ? "@deprecated" : undefined].filter((line) => line !== undefined).join(" ");
  return text === "" ? "" : `${indent}/** ${text.replaceAll("*/", "*\\/")} */\n`;
}

/** `browsers.curl` as the beginning of a type's name: `BrowsersCurl`. */
function pascal(id: string): string {
  return id.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
