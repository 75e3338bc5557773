export const key = { summary: "output, timeout or no_input" };
