import type { ApiResponse } from "../../../client/request.ts";
import { Styled, styled } from "../../../core/styled.ts";

/** Status line and headers of a response, and an empty line. */
export function headText({ status, statusText, headers }: ApiResponse): Styled {
  const lines = [...headers].map(([name, each]) => styled`${name}: ${each}`);
  return Styled.lines([styled`HTTP ${status} ${statusText}`, ...lines, ""]);
}
