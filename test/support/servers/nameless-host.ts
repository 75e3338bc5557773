/**
 * Host name that has no address, and that no name server is asked for, which may take long to answer: a label has at most 63
 * characters.
 */
export const NAMELESS_HOST = `${"a".repeat(64)}.invalid`;
