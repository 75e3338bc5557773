/** Word for the session that a variable or the directory chooses. */
export const CURRENT_SESSION = "@current";
/** Word for the newest active session. */
export const LAST_SESSION = "@last";
