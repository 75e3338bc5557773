export const key = { summary: "output, timeout, no_input or pager" };
