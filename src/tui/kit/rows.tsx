import { Box, Text } from "ink";
import type { ReactNode } from "react";
import { Styled } from "../../core/styled.ts";
import type { TerminalSize } from "./terminal-size.ts";

/** A box that fills the terminal and cuts off whatever is larger. */
export function Screen({ size, children }: { readonly size: TerminalSize; readonly children: ReactNode }): ReactNode {
  return (
    <Box flexDirection="column" width={size.columns} height={size.rows} overflow="hidden">
      {children}
    </Box>
  );
}

/** One row of already styled text, whose other sequences are escaped. The caller has cut it to the terminal's width. */
export function Row({ text }: { readonly text: string }): ReactNode {
  // Ink gives an empty text no row.
  return <Text wrap="truncate">{text === "" ? " " : Styled.row(text).ansi}</Text>;
}

/** Rows of already styled text. */
export function Rows({ rows }: { readonly rows: readonly string[] }): ReactNode {
  return rows.map((row, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen.
    <Row key={at} text={row} />
  ));
}
