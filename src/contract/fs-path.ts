import Type from "typebox";
import { browserId, TEXT_CHARACTERS } from "./common.ts";

/** Absolute path inside of a session. */
export const path = (description: string) =>
  Type.String({
    maxLength: 4_096,
    pattern: `^/${TEXT_CHARACTERS}*$`,
    "x-expects": "an absolute path of at most 4096 characters",
    description,
  });

/** Area and path parameter of file operations. */
export const fileOperation = {
  area: "fs",
  params: browserId,
} as const;

/** Paths that every file operation refuses. */
export const refusals = "a path in a system directory (/usr, /bin, /lib, /etc, /proc, /dev, /sys, /run) is 400";
