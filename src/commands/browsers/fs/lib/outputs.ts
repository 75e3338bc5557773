import Type from "typebox";
import { closed, prints, savedFile } from "../../../../cli/declare/command-output.ts";

const path = { path: Type.String() };

export const fsRmOutput = prints(Type.Array(closed({ ...path, deleted: Type.Literal(true) })));
export const fsReadOutput = prints(Type.String({ description: "The file's text" }));
const uploaded = Type.Array(closed({ ...path, bytes: Type.Integer() }));
const extractedThere = closed({ ok: Type.Literal(true), dest_path: Type.String(), bytes: Type.Integer() });
const extractedHere = closed({ ...path, entries: Type.Integer(), bytes: Type.Integer() });

export const fsUploadOutput = prints(Type.Union([uploaded, extractedThere]));
export const fsUploadZipOutput = prints(extractedThere);
export const fsCpOutput = prints(Type.Union([uploaded, extractedThere, savedFile(), extractedHere]));
export const fsWriteOutput = prints(closed({ ok: Type.Literal(true), ...path, bytes: Type.Integer() }));
export const fsDownloadOutput = prints(Type.Union([savedFile(), extractedHere]));
export const fsDownloadDirOutput = prints(Type.Union([savedFile(), extractedHere]));
