/** Directories below the state directory whose files are named by rows; a file that no row names is removed at the start. */
export const PROFILE_FILES = "profiles";
export const EXTENSION_FILES = "extensions";
export const APP_FILES = "apps";
export const INVOCATION_FILES = "invocations";
