/** Descriptor of the output `result` of a process. */
export const RESULT_FD = 11;
