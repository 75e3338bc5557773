/** Seconds that a script waits for the program that it asks for records; the program itself is bound to a part of it. */
export const answerBound = 2;

/** Records that a script offers at most. */
export const maxAnswers = 1000;
