import { randomBytes } from "node:crypto";
import type { Replace, Secret } from "../redact.ts";

/** A variable that stands for a value which is left out of a printed request. */
export interface Variable {
  readonly name: string;
  /** Description of the variable's content, if it is not the value itself. */
  readonly holds?: string;
}

/** Placeholder for a value that is left out of a text. */
export interface Blank {
  readonly variable: string;
  /** How the value is written into the text: as it is, inside of a JSON string, or percent-encoded. */
  readonly fit: Fit;
}

export type Fit = "plain" | "json" | "uri";

/** A text in pieces, literal texts and left-out values in alternation. */
export type Pieces = readonly (string | Blank)[];

/** The variable that holds the token. */
export const TOKEN_VARIABLE = "BROWSERCTL_TOKEN";

/** Collects the left-out values of a request, and splits texts at them. */
export class Blanks {
  readonly #variables: Variable[] = [];
  readonly #left: { secret: Secret; name: string }[] = [];
  /** Marker that occurs in no request, and that JSON and percent-encoding do not change. */
  readonly #sign = `blank${randomBytes(12).toString("hex")}n`;

  readonly replace: Replace = (secret) => {
    const at = this.#left.push({ secret, name: this.#newName(secret.path) }) - 1;
    return `${this.#sign}${at}.`;
  };

  /** Variables of the values in the texts so far, in their order. */
  get variables(): readonly Variable[] {
    return this.#variables;
  }

  /** The token, which is left out. */
  token(): Blank {
    return { variable: TOKEN_VARIABLE, fit: "plain" };
  }

  /** A text as its pieces. A value that is JSON itself has no quotes around it in JSON. */
  pieces(text: string, fit: Fit = "plain"): Pieces {
    const parts = text.split(new RegExp(`("?)${this.#sign}(\\d+)\\.("?)`));
    const pieces: (string | Blank)[] = [];
    const add = (literal: string): void => {
      if (literal === "") return;
      if (typeof pieces.at(-1) === "string") pieces.push(`${pieces.pop()}${literal}`);
      else pieces.push(literal);
    };
    for (let at = 0; at < parts.length; at += 4) {
      const [literal = "", open = "", number, close = ""] = parts.slice(at, at + 4);
      add(literal);
      const left = number === undefined ? undefined : this.#left[Number(number)];
      if (!left) continue;
      const { secret, name } = left;
      const bare = secret.kind === "json" && open !== "" && close !== "";
      if (!bare) add(open);
      this.#declare(secret, name);
      pieces.push({ variable: name, fit: secret.kind === "json" ? "plain" : fit });
      // The quote after the value may be the one before the next value.
      if (!bare) parts[at + 4] = close + (parts[at + 4] ?? "");
    }
    return pieces;
  }

  #declare({ kind, path }: Secret, name: string): void {
    if (this.#variables.some((variable) => variable.name === name)) return;
    const json = path.length === 1 ? "the whole body" : "JSON";
    const holds = { text: undefined, json, userinfo: "user:password as in the URL" }[kind];
    this.#variables.push(holds === undefined ? { name } : { name, holds });
  }

  /** assumed: names that differ only in case or punctuation are told apart by a number. */
  #newName(path: readonly string[]): string {
    const words = path.map((word) => word.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase());
    const name = `BROWSERCTL_${words.join("_")}`;
    let unique = name;
    for (let number = 2; this.#left.some((other) => other.name === unique); number += 1) unique = `${name}_${number}`;
    return unique;
  }
}
