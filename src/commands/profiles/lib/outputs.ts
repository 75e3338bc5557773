import Type from "typebox";
import { closed, prints } from "../../../cli/declare/command-output.ts";

export const profilesInspectOutput = prints(
  closed({
    format: Type.Enum(["tar.zst", "tar", "json"]),
    bytes: Type.Integer({ description: "Bytes of the file" }),
    unpacked_bytes: Type.Optional(Type.Integer()),
    files: Type.Optional(Type.Integer()),
    browser: Type.Optional(Type.String({ description: "Product and version of the browser that wrote it" })),
    saved_at: Type.Optional(Type.String()),
    cookies: Type.Array(
      closed({
        domain: Type.String(),
        count: Type.Integer(),
        session: Type.Integer({ description: "Those without an expiry" }),
        first_expiry: Type.Optional(Type.String()),
        last_expiry: Type.Optional(Type.String()),
      }),
    ),
    origins: Type.Array(closed({ origin: Type.String(), storage: Type.Array(Type.String()) })),
  }),
);
