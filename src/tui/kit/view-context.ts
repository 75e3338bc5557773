import { createContext, useContext } from "react";
import type { Io } from "../../core/io.ts";

/** Facts about the terminal that every component of a view may need. */
export interface ViewContextValue {
  readonly io: Io;
  /** True when the terminal takes colour. */
  readonly colour: boolean;
  /** True when keys can be read: stdin is a terminal. */
  readonly hasKeys: boolean;
}

export const ViewContext = createContext<ViewContextValue | undefined>(undefined);

/** The terminal of the surrounding view. Throws outside of `openView`. */
export function useView(): ViewContextValue {
  const value = useContext(ViewContext);
  if (!value) throw new Error("useView() needs openView() around it");
  return value;
}
