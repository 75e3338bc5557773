/** The program's version; the build replaces it with that of package.json. */
export const version: string = process.env["BROWSERCTL_BUILD_VERSION"] ?? "0.0.0";
