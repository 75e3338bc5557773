/** Passes the errors of this process that nothing caught to a service, as the program does. */
export function takeErrors(handler: (error: unknown) => void): () => void {
  process.on("uncaughtException", handler).on("unhandledRejection", handler);
  return () => process.off("uncaughtException", handler).off("unhandledRejection", handler);
}
