/** An answer whose work goes on: 202 with a value (contract 0.7). */
export class Accepted<T> {
  readonly value: T;
  constructor(value: T) {
    this.value = value;
  }
}
