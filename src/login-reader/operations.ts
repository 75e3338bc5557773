/** Point of a frame's viewport, in CSS pixels. */
interface FramePoint {
  readonly x: number;
  readonly y: number;
}

/** Point at which a click hits an element; `reached` is false when something else is hit. */
export interface ClickPoint extends FramePoint {
  readonly reached: boolean;
}

/** Position of the content of a frame's element in the viewport of its document, and its visibility there. */
export interface OwnerState extends FramePoint {
  readonly shown: boolean;
  readonly behind: boolean;
}

/**
 * Operations on a node that a reading has found, by name, with their arguments and results as JSON. The reader's script
 * has a function for each, with the node and these arguments.
 */
export interface NodeOperations {
  /** Scrolls to an element, focuses it and selects its text. */
  focus(): void;
  hasFocus(): boolean;
  /**
   * Compares a value inside the page, so that it is not read out. `loose` ignores characters that a page inserts
   * between digits. Undefined when the element is no longer in the document.
   */
  holds(value: string, loose: boolean): boolean | undefined;
  /** Sets a value, then fires the events of a person's input. */
  set(value: string): void;
  /**
   * Chooses an option of a list by its value, otherwise by its label. False when the list has no such option, undefined
   * when the list is no longer in the document.
   */
  choose(wanted: string): boolean | undefined;
  click(): void;
  /** Scrolls to an element and finds the point for a click; undefined when it is no longer in the document. */
  clickPoint(): ClickPoint | undefined;
  ownerState(): OwnerState;
  /** Keeps a closed shadow root, for the next reading to enter it. */
  keepRoot(): void;
}
