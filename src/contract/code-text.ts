/** Text of a code for a person. */
export interface CodeText {
  /** Meaning, as a sentence. */
  readonly meaning: string;
  /** Next step, as a sentence that may name commands. */
  readonly advice: string;
}
