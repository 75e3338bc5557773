/** Error for a message of a viewer that is not part of the protocol it may speak. */
export class MalformedMessageError extends Error {
  override readonly name = "MalformedMessageError";
}
