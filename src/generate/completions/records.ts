/** Time limit of the program that a script asks for records, in seconds. The program itself ends far earlier. */
export const MAX_ANSWER_SECONDS = 2;

/** Maximum number of records that a script offers. */
export const MAX_ANSWERS = 1_000;
