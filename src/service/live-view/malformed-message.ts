/** Error for a message that the viewer's protocol does not allow. */
export class MalformedMessageError extends Error {
  override readonly name = "MalformedMessageError";
}
