/**
 * Turndown tries the parser of texts when it is loaded. A page with a policy of trusted types would be told about it, so this
 * world has none; only nodes are given to Turndown.
 */
Object.defineProperty(globalThis, "DOMParser", { value: undefined, configurable: true });
