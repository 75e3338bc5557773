/** Point in the viewport of the element's frame, in CSS pixels. */
export interface FramePoint {
  readonly x: number;
  readonly y: number;
}

/** Limits of a wait for a page to come to rest, in milliseconds. */
export interface RestLimits {
  /** Time after the last input in which the page may begin to react. */
  readonly start: number;
  /** Time without a change of the document after which it is at rest. */
  readonly quiet: number;
  readonly bound: number;
}

/** State of an element before it is operated. */
export interface ElementState {
  readonly connected: boolean;
  readonly tag: string;
  readonly type: string;
  /** Reason why it cannot be operated: itself, a fieldset, `aria-disabled`, `inert`. */
  readonly disabled: string | undefined;
  readonly readonly: boolean;
  /** Takes text: a field, or an editing area. */
  readonly isEditable: boolean;
  readonly visible: boolean;
  /** Visible to nobody, although it has a place: a check box below the picture of one. */
  readonly isTransparent: boolean;
  /** False where nobody can hit it: of no size, clipped to nothing, left of the page. */
  readonly hasPlace: boolean;
  readonly box: FramePoint & { readonly width: number; readonly height: number };
  readonly isMultiple: boolean;
  /** Maximum number of characters of a field; -1 without one. */
  readonly maxLength: number;
}

/** Point of an element, and what is in front of it there; undefined when the element itself is hit. */
export interface HitPoint extends FramePoint {
  readonly cover: string | undefined;
}

/** Result of choosing options. */
export type Chosen =
  | { readonly chosen: readonly string[] }
  | { readonly missing: string; readonly options: readonly string[] }
  | { readonly disabled: string };

/** Operations on an element in an isolated world, by name; arguments and results are JSON. */
export interface ElementOperations {
  state(): ElementState;
  /** Number of the column of each visible cell of a row, as the page says it; empty where it does not. */
  cellColumns(): string[];
  /** Texts below the element, one for each text node. */
  rowTexts(max: number): string[];
  scrollTo(centre: boolean): void;
  hitPoints(): HitPoint[];
  /** Scrolls to the element; false when it is still outside of the view, or not visible. */
  comesIntoView(): boolean;
  /** Point at which the mouse is over the row or the item of a menu that an element is in; undefined outside of one. */
  pointAround(): FramePoint | undefined;
  coverAt(x: number, y: number): string | undefined;
  /** Position of the content of a frame element. */
  frameCorner(): FramePoint;
  /** Name by `aria-label`, otherwise the rendered text. */
  label(): string;
  /** Starts to listen for what the mouse does to the element. */
  listen(): void;
  /** True once the element got a trusted event of the mouse. */
  received(): boolean;
  /** Keeps the view where it is at the next key, when the page leaves the key to the browser. */
  keepPlace(): void;
  /** True when the element or what is around it can be dragged by HTML's drag and drop. */
  isDraggable(): boolean;
  /** Selects nothing: a browser drags a selected text in place of the element that it is in. */
  unselect(): void;
  /** True when another item of the list that the element is in is at a point. */
  isBeside(x: number, y: number): boolean;
  /** False when the element does not take the focus. */
  focus(): boolean;
  /** True for a field, false for an editing area. */
  hasValue(): boolean;
  /** True for an editing area whose whole text is selected. */
  isAllSelected(): boolean;
  /** True for a field whose page has added the rest of a word to a text, and has selected what it has added. */
  isCompleted(text: string): boolean;
  selectAll(): void;
  /** Puts the cursor behind what a field holds. */
  toEnd(): void;
  /** True when the element, or something in it, has the focus. */
  hasFocus(): boolean;
  value(): string;
  /** Text of what draws a field without a place of its own; undefined for a field with one. */
  surfaceText(): string | undefined;
  /** Characters in the boxes of a code, from this one on; none for another field. */
  boxes(): string[];
  /** Numbers that a slider or stepper is at, several for one with several handles; none where it does not say them. */
  numbers(): number[];
  /** Middles of the handles in a slider, from left to right; none for an element that says its number itself. */
  handles(): FramePoint[];
  /** True for an element that says that the list or menu it opens is open. */
  isExpanded(): boolean;
  /** True for a field whose label has a whole widget in it. */
  isInCrowdedLabel(): boolean;
  /** True for a field whose value is set at once: a date, a colour, a slider. */
  isSet(): boolean;
  isEditable(): boolean;
  /** Sets a value, then fires the events of a person's input. */
  setValue(value: string): void;
  /** Chooses options of a list by value, label, or label without case. */
  choose(wanted: readonly string[]): Chosen;
  /** Names of the files of a field; rejects with the error of a file that cannot be read. */
  fileNames(): string[];
  isOn(): boolean | "mixed" | undefined;
  /** Scrolls the element, or what scrolls around it, by pixels. Returns the distance that it moved. */
  scrollBy(x: number, y: number): FramePoint;
}

/** Operations that end later. */
export interface LateOperations {
  /** Resolves when the page has had its frames and timers of `ms` milliseconds. */
  turns(ms: number): Promise<boolean>;
  /** False when the element, after `boundMs` milliseconds, does not stay in its place for `ms` milliseconds. */
  comesToRest(ms: number, boundMs: number): Promise<boolean>;
  /** Place of the first file of a field that cannot be read; -1 when all can. */
  unreadableFile(): Promise<number>;
}

/** Choice of the text of a document. */
export interface ReadTextOptions {
  readonly whole: boolean;
  readonly links: boolean;
}

/** Text of a document, and the size of its viewport in CSS pixels. */
export interface FrameText {
  readonly markdown: string;
  readonly width: number;
  readonly height: number;
}

/** Rectangle that is drawn on a picture, in CSS pixels of the picture's part of the page. */
export interface DrawnBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Label of a frame; a box without one is filled. */
  readonly label?: string;
}
