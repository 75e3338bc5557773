import Type from "typebox";
import { closed, prints, savedFile } from "../../cli/command-output.ts";

const path = { path: Type.String() };

export const fsRmOutput = prints(Type.Array(closed({ ...path, deleted: Type.Literal(true) })));
export const fsReadOutput = prints(Type.String({ description: "The file's text" }));
export const fsUploadOutput = prints(Type.Array(closed({ ...path, bytes: Type.Integer() })));
export const fsUploadZipOutput = prints(
  closed({ ok: Type.Literal(true), dest_path: Type.String(), bytes: Type.Integer() }),
);
export const fsWriteOutput = prints(closed({ ok: Type.Literal(true), ...path, bytes: Type.Integer() }));
export const fsDownloadOutput = prints(savedFile());
export const fsDownloadDirOutput = prints(
  Type.Union([savedFile(), closed({ ...path, entries: Type.Integer(), bytes: Type.Integer() })]),
);
