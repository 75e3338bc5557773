/** Successors of each state; a state without successors is terminal. */
export type TransitionTable<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/** Checks the states of one kind of job. */
export class Transitions<Status extends string> {
  readonly #table: TransitionTable<Status>;

  constructor(table: TransitionTable<Status>) {
    this.#table = table;
  }

  isTerminal(status: Status): boolean {
    return this.#table[status].length === 0;
  }

  /** Predecessors of a state. */
  before(status: Status): Status[] {
    return (Object.keys(this.#table) as Status[]).filter((each) => this.#table[each].includes(status));
  }

  /** Throws when `to` is not a successor of `from`. */
  check(from: Status, to: Status): void {
    if (!this.#table[from].includes(to)) throw new TypeError(`${to} does not follow ${from}`);
  }
}
