import { usePaste } from "ink";
import type { ReactNode } from "react";
import { type Key, useKeys } from "./keys.ts";
import { type OpenView, openView, type ViewOptions } from "./open-view.tsx";
import { useView } from "./view-context.ts";

export interface KeyReaderOptions extends Pick<ViewOptions<unknown>, "io" | "signal"> {
  readonly onKey: (key: Key) => void;
  /** Receives pasted text; it is ignored when omitted. */
  readonly onPaste?: ((text: string) => void) | undefined;
}

/** Reads keys beside lines that the caller writes for a screen reader. Nothing is drawn. */
export function openKeyReader<Result>({ io, signal, onKey, onPaste }: KeyReaderOptions): OpenView<Result> {
  const content = (): ReactNode => <KeyReader onKey={onKey} onPaste={onPaste} />;
  return openView<Result>({ io, signal, mode: "append", content });
}

function KeyReader({ onKey, onPaste }: Pick<KeyReaderOptions, "onKey" | "onPaste">): ReactNode {
  const { hasKeys } = useView();
  useKeys(onKey);
  usePaste((text) => onPaste?.(text), { isActive: hasKeys && onPaste !== undefined });
  return null;
}
