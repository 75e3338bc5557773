/** Text that stands for a value which is never printed: of a password field, or given as a secret. */
export const HIDDEN_VALUE = "••••";
