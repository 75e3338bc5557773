import Type, { type TSchema } from "typebox";
import { closed, paging, Text, Timestamp } from "./common.ts";
import { operation } from "./operation.ts";

const orNull = (schema: TSchema) => Type.Optional(Type.Union([schema, Type.Null()]));

/** Bucket to which the audit log is exported (contract 2.26). */
const ExportDestination = Type.Object(
  {
    id: Type.String(),
    type: Type.Enum(["s3"]),
    format: Type.Enum(["jsonl.gz"]),
    region: Type.String(),
    bucket: Type.String(),
    prefix: Type.String(),
    role_arn: Type.String({ description: "Role of the bucket's owner that the service assumes" }),
    external_id: Type.String({ description: "External id for the trust policy of that role" }),
    kernel_role_arn: Type.String({ description: "Role of the service, for the same policy" }),
    kms_key_id: orNull(Type.String()),
    status: Type.Enum(["active", "paused"]),
    consecutive_failures: Type.Integer({ description: "Exports that failed since the last one that worked" }),
    last_error: orNull(Type.String()),
    last_error_at: orNull(Timestamp("When it failed")),
    last_success_at: orNull(Timestamp("When it last worked")),
    last_exported_cursor: orNull(Type.String()),
    next_attempt_at: orNull(Timestamp("When it is tried next")),
    created_at: Timestamp("When it was created"),
    updated_at: Timestamp("When it was last changed"),
  },
  { $id: "ExportDestination" },
);

const settingsExample = {
  type: "s3",
  format: "jsonl.gz",
  region: "eu-central-1",
  bucket: "example-audit",
  prefix: "browsers/",
  role_arn: "arn:aws:iam::111122223333:role/audit-writer",
} as const;

const destinationExample = {
  id: "e8x2p6o0r4t9d3e7s1t5i9n2",
  ...settingsExample,
  external_id: "x7t1e5r9n3a8l2i6d0e4x7a1",
  kernel_role_arn: "arn:aws:iam::444455556666:role/audit-export",
  status: "paused",
  consecutive_failures: 1,
  last_error: "put_object_failed",
  last_error_at: "2026-03-01T10:00:00Z",
  last_success_at: "2026-03-01T09:50:00Z",
  next_attempt_at: "2026-03-01T10:10:00Z",
  created_at: "2026-03-01T09:30:00Z",
  updated_at: "2026-03-01T10:00:00Z",
} as const;

const destinationId = Type.Object({ id: Text({ minLength: 1, description: "Destination id" }) });
const exampleParams = { id: destinationExample.id } as const;

const fields = {
  region: Text({ minLength: 1, description: "AWS region of the bucket" }),
  bucket: Text({ minLength: 1, maxLength: 63, description: "Bucket that gets the files" }),
  prefix: Text({ maxLength: 1_024, description: "Start of the names of the files" }),
  role_arn: Text({ minLength: 1, description: "ARN of a role in your account that may write to the bucket" }),
} as const;

/** assumed: 501, because a service on one machine uploads nothing to a cloud. */
const local = { unserved: "it exports nothing to buckets" } as const;

export const auditLogDestinationOperations = [
  operation({
    id: "auditLogDestinations.create",
    area: "audit_log_destinations",
    method: "POST",
    path: "/audit-logs/export/destinations",
    summary: "Create a destination for the audit log",
    description: "It is paused until an update makes it active.",
    source: "contract 2.26",
    body: Type.Object(
      {
        type: Type.Enum(["s3"], { description: "Kind of storage" }),
        format: Type.Enum(["jsonl.gz"], { description: "Format of the files" }),
        ...fields,
        kms_key_id: Type.Optional(Text({ minLength: 1, description: "Key that encrypts the files" })),
      },
      closed,
    ),
    response: { kind: "json", status: 201, schema: ExportDestination },
    errors: [],
    idempotent: false,
    unscoped: true,
    needs: "organization",
    local,
    example: {
      body: settingsExample,
      result: destinationExample,
    },
  }),
  operation({
    id: "auditLogDestinations.list",
    area: "audit_log_destinations",
    method: "GET",
    path: "/audit-logs/export/destinations",
    summary: "List destinations for the audit log",
    source: "contract 2.26, 0.8",
    query: Type.Object(paging, closed),
    response: { kind: "json", status: 200, schema: Type.Array(ExportDestination) },
    errors: [],
    idempotent: true,
    unscoped: true,
    needs: "organization",
    paging: "offset",
    local,
    example: { query: { limit: 20 }, result: [destinationExample] },
  }),
  operation({
    id: "auditLogDestinations.get",
    area: "audit_log_destinations",
    method: "GET",
    path: "/audit-logs/export/destinations/{id}",
    summary: "Show a destination for the audit log",
    source: "contract 2.26",
    params: destinationId,
    response: { kind: "json", status: 200, schema: ExportDestination },
    errors: [],
    idempotent: true,
    unscoped: true,
    needs: "organization",
    local,
    example: { params: exampleParams, result: destinationExample },
  }),
  operation({
    id: "auditLogDestinations.update",
    area: "audit_log_destinations",
    method: "PATCH",
    path: "/audit-logs/export/destinations/{id}",
    summary: "Change, pause or resume an export of the audit log",
    source: "contract 2.26",
    params: destinationId,
    body: Type.Object(
      {
        region: Type.Optional(fields.region),
        bucket: Type.Optional(fields.bucket),
        prefix: Type.Optional(fields.prefix),
        role_arn: Type.Optional(fields.role_arn),
        kms_key_id: Type.Optional(Text({ description: "Key that encrypts the files; empty removes it" })),
        status: Type.Optional(Type.Enum(["active", "paused"], { description: "active exports; paused does not" })),
      },
      { ...closed, minProperties: 1 },
    ),
    response: { kind: "json", status: 200, schema: ExportDestination },
    errors: ["conflict"],
    idempotent: false,
    unscoped: true,
    needs: "organization",
    assumed: ["409 when it was changed by somebody else at the same time"],
    local,
    example: { params: exampleParams, body: { status: "active" }, result: { ...destinationExample, status: "active" } },
  }),
  operation({
    id: "auditLogDestinations.delete",
    area: "audit_log_destinations",
    method: "DELETE",
    path: "/audit-logs/export/destinations/{id}",
    summary: "Delete a destination for the audit log",
    source: "contract 2.26",
    params: destinationId,
    response: { kind: "empty", status: 204 },
    errors: [],
    idempotent: true,
    unscoped: true,
    needs: "organization",
    local,
    example: { params: exampleParams },
  }),
  operation({
    id: "auditLogDestinations.test",
    area: "audit_log_destinations",
    method: "POST",
    path: "/audit-logs/export/destinations/{id}/test",
    summary: "Test whether the audit log can be exported",
    description: "Assumes the role and writes a small file to the bucket.",
    source: "contract 2.26",
    params: destinationId,
    response: {
      kind: "json",
      status: 200,
      schema: Type.Object(
        {
          success: Type.Boolean(),
          stage: Type.Enum(["assume_role", "put_object", "complete"], { description: "Step that was reached" }),
          error: Type.Union([
            Type.Object({
              code: Type.Enum(["assume_role_failed", "put_object_failed"]),
              message: Type.String(),
            }),
            Type.Null(),
          ]),
        },
        { $id: "ExportTest" },
      ),
    },
    errors: [],
    idempotent: false,
    unscoped: true,
    needs: "organization",
    local,
    example: { params: exampleParams, result: { success: true, stage: "complete", error: null } },
  }),
] as const;
