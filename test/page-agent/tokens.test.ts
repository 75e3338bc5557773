import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { estimatedTokens } from "../../src/page-agent/tokens.ts";

/** Texts as snapshots have them; each is repeated to the length of a snapshot. */
const samples: Readonly<Record<string, string>> = {
  "a form": 'e12 textbox "Full name" = "Anna Berg" (required)\ne13 combobox "Country" = "Norway" (195 options)\n',
  "rows of a table":
    ' - e166 checkbox "Select 41" · e167 link "Anna Berg 41" · Oslo · 1,204.50 · e173 button "Delete"\n',
  prose: ": The Python interpreter has a number of functions and types built into it that are always available.\n",
  German: ": Die Lieferung erfolgt voraussichtlich am nächsten Dienstag zwischen acht und zwölf Uhr.\n",
  Japanese: ': 次の火曜日に配達されます。\ne4 button "カートに入れる"\n',
  Russian: ': Доставка во вторник\ne4 button "Добавить в корзину"\n',
  "cells of letters and digits": " - R1C1 · R1C2 · R1C3 · R1C4 · R1C5 · R1C6\n",
  "a calendar": 'e1 button "1" · e2 button "2" · e3 button "3" · e4 button "4"\n',
  addresses: 'page "Done" http://127.0.0.1:38105/shop/orders/4711?sort=name&page=2\n',
  identifiers: 'e7 link "querySelectorAll()" · e8 link "getElementsByClassName()"\n',
};

describe("the estimate of tokens", () => {
  test.each(Object.entries(samples))("is near the count of a tokenizer for %s", (_name, sample) => {
    const text = sample.repeat(20);
    const ratio = estimatedTokens(text) / countTokens(text);
    expect(ratio).toBeGreaterThan(0.85);
    expect(ratio).toBeLessThan(1.4);
  });
});
