import { expect, test } from "vitest";
import { jsTokens } from "../../src/core/js-tokens.ts";
import { withDynamicImports } from "../../src/service/processes/repl/repl-scope.ts";

test.each([
  ["if (a) {", true],
  ["if (a) { b() }", false],
  ["`a", true],
  ["`a ${b", true],
  ["`a ${`b ${c}`} d`", false],
  ["`\\``", false],
  ["/* a", true],
  ["/* a */", false],
  ["// {", false],
  ["'{'", false],
  ["'it\\'s {'", false],
  ["'{", false],
  ["/[{/]/.test(a)", false],
  ["a / {", true],
  ["a / b / (c)", false],
  ["return /(/", false],
  ["f(1, [2, {", true],
  [") (", true],
])("%j is open: %j", (code, isOpen) => {
  expect(jsTokens(code).isOpen).toBe(isOpen);
});

test.each([
  ["await import('a')", "await $imprt('a')"],
  ["import ('a'); import\n('b')", "$imprt ('a'); $imprt\n('b')"],
  ["'import(1)' + `import(2) ${import('c')}` // import(3)", "'import(1)' + `import(2) ${$imprt('c')}` // import(3)"],
  ["a.import(1); important(2); import.meta", "a.import(1); important(2); import.meta"],
  ["import a from 'a'", "import a from 'a'"],
])("imports of %j are replaced", (code, changed) => {
  expect(withDynamicImports(code)).toBe(changed);
});
