/** Response 202 with a value, for work that continues in the background (contract 0.7). */
export class Accepted<T> {
  readonly value: T;
  constructor(value: T) {
    this.value = value;
  }
}
