import { packageText } from "../../../core/package-text.ts";

/** Function of the service in the worlds of a recorder. */
export const RECORDER_BINDING = "browserctlLesson";

/** Script that reports what is done in a document, from `src/login-reader/page/recorder.ts`. */
export function recorderScript(): Promise<string> {
  return packageText("dist", "login-reader", "recorder.js");
}
