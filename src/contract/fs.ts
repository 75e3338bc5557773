import Type from "typebox";
import { closed, Text, Timestamp } from "./common.ts";
import { EXAMPLE_SESSION_ID } from "./example-ids.ts";
import { FileField } from "./form.ts";
import { fileOperation, path, refusals } from "./fs-path.ts";
import { fsWatchOperations } from "./fs-watch.ts";
import { operation } from "./operation.ts";

/** Maximum size of an uploaded file or archive, in bytes. assumed: 8 GiB; the API names no limit. */
export const MAX_UPLOAD_BYTES = 8 * 2 ** 30;

const mode = (description: string, fallback?: string) =>
  Type.String({
    pattern: "^[0-7]{3,4}$",
    "x-expects": "three or four octal digits, such as 644",
    description,
    ...(fallback !== undefined && { default: fallback }),
  });

/** Record of a file or directory (contract 2.6). */
export const FileInfo = Type.Object(
  {
    name: Type.String(),
    path: Type.String({ description: "Absolute path" }),
    size_bytes: Type.Integer({ description: "Size in bytes; 0 of a directory" }),
    is_dir: Type.Boolean(),
    mod_time: Timestamp("When it was last changed"),
    mode: Type.String({ description: "Type and permissions, such as -rw-r--r--" }),
  },
  { $id: "FileInfo" },
);

const ofPath = (description: string) => Type.Object({ path: path(description) }, closed);

const fileExample = {
  name: "report.txt",
  path: "/home/user/report.txt",
  size_bytes: 5,
  is_dir: false,
  mod_time: "2026-03-01T09:30:00Z",
  mode: "-rw-r--r--",
} as const;

export const fsOperations = [
  operation({
    ...fileOperation,
    id: "fs.readFile",
    method: "GET",
    path: "/browsers/{id}/fs/read_file",
    summary: "Read a file of a session",
    source: "contract 2.6",
    query: ofPath("File to read"),
    response: { kind: "file", status: 200, contentType: "application/octet-stream" },
    errors: [],
    idempotent: true,
    assumed: [refusals, "Range requests are served"],
    example: { params: { id: EXAMPLE_SESSION_ID }, query: { path: "/home/user/report.txt" } },
  }),
  operation({
    ...fileOperation,
    id: "fs.writeFile",
    method: "PUT",
    path: "/browsers/{id}/fs/write_file",
    summary: "Write a file of a session",
    description:
      "Parent directories are created. The file is replaced in one step, so that readers never see a part of it.",
    source: "contract 2.6",
    query: Type.Object({ path: path("File to write"), mode: Type.Optional(mode("Permissions, octal", "644")) }, closed),
    bodyKind: "bytes",
    response: { kind: "empty", status: 201 },
    errors: [],
    idempotent: true,
    assumed: [refusals, "an empty body is 400, because the API requires content"],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      query: { path: "/home/user/notes.txt", mode: "600" },
      body: "hello",
    },
  }),
  operation({
    ...fileOperation,
    id: "fs.upload",
    method: "POST",
    path: "/browsers/{id}/fs/upload",
    summary: "Upload files to a session",
    description: "All files are put in place, or none. Parent directories are created.",
    source: "contract 2.6, 0.10",
    body: Type.Object(
      {
        files: Type.Array(
          Type.Object(
            { dest_path: path("Path of the file in the session"), file: FileField("The file", MAX_UPLOAD_BYTES) },
            closed,
          ),
          { minItems: 1, maxItems: 1_000, description: "Files with their paths in the session" },
        ),
      },
      closed,
    ),
    bodyKind: "multipart",
    response: { kind: "empty", status: 201 },
    errors: [],
    idempotent: false,
    assumed: [refusals, "single `file` and `dest_path` parts are one file"],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: {
        files: [
          { dest_path: "/home/user/a.txt", file: "a.txt" },
          { dest_path: "/home/user/b.txt", file: "b.txt" },
        ],
      },
    },
  }),
  operation({
    ...fileOperation,
    id: "fs.uploadZip",
    method: "POST",
    path: "/browsers/{id}/fs/upload_zip",
    summary: "Upload a zip archive and extract it in a session",
    description: "After a failure the destination is unchanged.",
    source: "spec 4.11, contract 1.11",
    body: Type.Object(
      {
        dest_path: path("Directory to extract to"),
        zip_file: FileField("Zip archive", MAX_UPLOAD_BYTES),
      },
      closed,
    ),
    bodyKind: "multipart",
    response: { kind: "empty", status: 201 },
    errors: [],
    idempotent: false,
    assumed: [refusals],
    example: { params: { id: EXAMPLE_SESSION_ID }, body: { dest_path: "/home/user/site", zip_file: "site.zip" } },
  }),
  operation({
    ...fileOperation,
    id: "fs.downloadDirZip",
    method: "GET",
    path: "/browsers/{id}/fs/download_dir_zip",
    summary: "Download a directory of a session as a zip archive",
    source: "contract 2.6",
    query: ofPath("Directory to download"),
    response: { kind: "file", status: 200, contentType: "application/zip", formats: ["zip"] },
    errors: [],
    idempotent: true,
    assumed: [refusals, "symbolic links, sockets and devices are left out"],
    example: { params: { id: EXAMPLE_SESSION_ID }, query: { path: "/home/user/invoices" } },
  }),
  operation({
    ...fileOperation,
    id: "fs.listFiles",
    method: "GET",
    path: "/browsers/{id}/fs/list_files",
    summary: "List a directory of a session",
    source: "contract 2.6",
    query: ofPath("Directory to list"),
    response: { kind: "json", status: 200, schema: Type.Array(FileInfo) },
    errors: [],
    idempotent: true,
    assumed: [refusals, "sorted by name"],
    example: { params: { id: EXAMPLE_SESSION_ID }, query: { path: "/home/user" }, result: [fileExample] },
  }),
  operation({
    ...fileOperation,
    id: "fs.fileInfo",
    method: "GET",
    path: "/browsers/{id}/fs/file_info",
    summary: "Show a file or directory of a session",
    source: "contract 2.6",
    query: ofPath("File or directory"),
    response: { kind: "json", status: 200, schema: FileInfo },
    errors: [],
    idempotent: true,
    assumed: [refusals],
    example: { params: { id: EXAMPLE_SESSION_ID }, query: { path: "/home/user/report.txt" }, result: fileExample },
  }),
  operation({
    ...fileOperation,
    id: "fs.createDirectory",
    method: "PUT",
    path: "/browsers/{id}/fs/create_directory",
    summary: "Create a directory in a session",
    description: "Parent directories are created.",
    source: "contract 2.6",
    body: Type.Object(
      { path: path("Directory to create"), mode: Type.Optional(mode("Permissions, octal", "755")) },
      closed,
    ),
    response: { kind: "empty", status: 201 },
    errors: [],
    idempotent: true,
    assumed: [refusals, "an existing directory is not an error"],
    example: { params: { id: EXAMPLE_SESSION_ID }, body: { path: "/home/user/archive/2026", mode: "700" } },
  }),
  operation({
    ...fileOperation,
    id: "fs.deleteDirectory",
    method: "PUT",
    path: "/browsers/{id}/fs/delete_directory",
    summary: "Delete a directory of a session and its content",
    source: "contract 2.6",
    body: ofPath("Directory to delete"),
    response: { kind: "empty", status: 200 },
    errors: [],
    idempotent: true,
    assumed: [refusals],
    example: { params: { id: EXAMPLE_SESSION_ID }, body: { path: "/home/user/invoices" } },
  }),
  operation({
    ...fileOperation,
    id: "fs.deleteFile",
    method: "PUT",
    path: "/browsers/{id}/fs/delete_file",
    summary: "Delete a file of a session",
    source: "contract 2.6",
    body: ofPath("File to delete"),
    response: { kind: "empty", status: 200 },
    errors: [],
    idempotent: true,
    assumed: [refusals],
    example: { params: { id: EXAMPLE_SESSION_ID }, body: { path: "/home/user/report.txt" } },
  }),
  operation({
    ...fileOperation,
    id: "fs.move",
    method: "PUT",
    path: "/browsers/{id}/fs/move",
    summary: "Move or rename a file or directory of a session",
    source: "contract 2.6",
    body: Type.Object({ src_path: path("File or directory to move"), dest_path: path("New path") }, closed),
    response: { kind: "empty", status: 200 },
    errors: ["conflict"],
    idempotent: true,
    assumed: [refusals, "a destination that exists is 409 `conflict`"],
    example: {
      params: { id: EXAMPLE_SESSION_ID },
      body: { src_path: "/home/user/report.txt", dest_path: "/home/user/report-2026.txt" },
    },
  }),
  operation({
    ...fileOperation,
    id: "fs.setFilePermissions",
    method: "PUT",
    path: "/browsers/{id}/fs/set_file_permissions",
    summary: "Change the permissions of a file or directory of a session",
    source: "contract 2.6",
    body: Type.Object(
      {
        path: path("File or directory"),
        mode: mode("Permissions, octal"),
        owner: Type.Optional(Text({ minLength: 1, description: "New owner" })),
        group: Type.Optional(Text({ minLength: 1, description: "New group" })),
      },
      closed,
    ),
    response: { kind: "empty", status: 200 },
    errors: ["not_supported_locally"],
    idempotent: true,
    assumed: [refusals],
    local: {
      fields: {
        owner: { support: "full", note: "the user of the service, by name or number; 501 for others" },
        group: { support: "full", note: "the group of the service, by name or number; 501 for others" },
      },
    },
    example: { params: { id: EXAMPLE_SESSION_ID }, body: { path: "/home/user/report.txt", mode: "600" } },
  }),
  ...fsWatchOperations,
] as const;
