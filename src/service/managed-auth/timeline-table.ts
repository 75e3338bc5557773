import type { flowStatuses, flowSteps, timelineTypes } from "../../contract/login-states.ts";
import type { SentTo } from "../login/drive/login-page.ts";
import type { RedactedText } from "../login/values/known-values.ts";
import { json, text, time } from "../store/column.ts";
import { type RowOf, table } from "../store/table.ts";
import type { ConnectionStatus } from "./auth-connection-table.ts";

export type FlowStatus = (typeof flowStatuses)[number];
export type FlowStep = (typeof flowSteps)[number];
/** Steps at which a login waits for a person. */
export const pauseSteps = ["AWAITING_INPUT", "AWAITING_EXTERNAL_ACTION"] as const satisfies readonly FlowStep[];
export type PauseStep = (typeof pauseSteps)[number];
export type TimelineType = (typeof timelineTypes)[number];

/** Logins and health checks of auth connections (contract 2.13, `TimelineEvent`). */
export const authTimeline = table("auth_timeline", {
  noun: "timeline entry",
  scope: "project",
  columns: {
    connectionId: text().fixed(),
    type: text<TimelineType>().fixed(),
    status: text<FlowStatus | ConnectionStatus>(),
    updatedAt: time(),
    /** Of a login alone. */
    step: text<FlowStep>().nullable(),
    /** Of a health check alone. */
    previousStatus: text<ConnectionStatus>().nullable(),
    sessionId: text().nullable(),
    errorCode: text().nullable(),
    errorMessage: text().nullable(),
    websiteError: text<RedactedText>().nullable(),
    /** Origins that a login sent values to, with the names of the fields; null where that is unknown. */
    sentTo: json<readonly SentTo[]>().nullable(),
  },
  filters: ["connectionId"],
  // Entries go with their connection.
  active: { status: [] },
});

export type StoredTimelineEntry = RowOf<typeof authTimeline>;
