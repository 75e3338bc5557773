import type { ActRequest } from "../../../src/page-agent/requests.ts";

/** Page around a widget of an npm package, and what a user does on it. */
export interface PackagePage {
  /** Package, with more words where it has several pages. */
  readonly name: string;
  /** Packages with their versions, as npm takes them. */
  readonly specs: readonly string[];
  /** Content of the page, in which `/m/` is the `node_modules`; or the path of a page of the package itself. */
  readonly html?: string;
  readonly path?: string;
  /** Module of the page with JSX, which is bundled with the packages that it imports. */
  readonly module?: string;
  /** Directory below `node_modules` that is the root of the page's site. */
  readonly root?: string;
  /** Expression of the page that is true once the widget is there. */
  readonly ready?: string;
  /** Texts that the snapshot must have. */
  readonly sees?: readonly string[];
  /** Texts that it must not have, because nobody sees them. */
  readonly hides?: readonly string[];
  readonly acts: readonly PackageAct[];
}

/** Act of a user, judged by the page. */
export interface PackageAct {
  readonly verb?: ActRequest["verb"];
  /** Part of the line of the control, or a pattern for it. */
  readonly on: string | RegExp;
  /** Which of several lines that fit, from 0. */
  readonly nth?: number;
  /** Cell of the row, from 1. */
  readonly cell?: number;
  readonly value?: string | string[];
  /** Line of the element to which it is dragged. */
  readonly to?: string | RegExp;
  /** Cell of its row, from 1. */
  readonly toCell?: number;
  /** Expression of the page that is true afterwards. */
  readonly holds: string;
  /** Code of the refusal that is right, because the page does not allow it. */
  readonly refused?: string;
}
