import { command } from "../../../cli/declare/command.ts";
import { exportLines } from "./lib/columns.ts";

export const auditLogsDestinationsUpdate = command({
  words: "audit-logs destinations update",
  effects: "none",
  operation: "auditLogDestinations.update",
  idField: "id",
  fields: {
    region: { placeholder: "REGION" },
    bucket: { placeholder: "NAME" },
    prefix: { placeholder: "PREFIX" },
    role_arn: { placeholder: "ARN" },
    kms_key_id: {
      name: "kms-key",
      placeholder: "KEY",
      summary: "Key that encrypts the files",
      clear: { name: "clear-kms-key", value: "", summary: "Encrypt without a key of yours" },
    },
  },
  columns: exportLines,
  examples: [
    { line: "audit-logs destinations update e8x2p6o0r4t9d3e7s1t5i9n2 --status active", does: "Begin to export" },
    {
      line: "audit-logs destinations update e8x2p6o0r4t9d3e7s1t5i9n2 --bucket other-audit --clear-kms-key",
      does: "Export to another bucket, without a key",
    },
  ],
});
