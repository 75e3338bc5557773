import { createParser, type EventSourceMessage } from "eventsource-parser";
import { CliError } from "../core/errors.ts";

/** The longest line of a stream, in characters; a service that sends a longer one is broken. */
const lineLimit = 16 * 1024 * 1024;

/**
 * The JSON values of a Server-Sent Events stream, one for each event, as the HTML standard frames them: CR, LF or CRLF,
 * comments skipped, several data lines joined, UTF-8 split anywhere, an unterminated last block left out. Exit 1 for
 * data that is not JSON; a connection that breaks throws what the transport threw.
 */
export async function* sseValues(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  let ready: EventSourceMessage[] = [];
  const parser = createParser({
    maxBufferSize: lineLimit,
    onEvent: (event) => ready.push(event),
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded")
        throw new CliError("failed", "the stream has a line of over 16 MiB");
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    const events = ready;
    ready = [];
    for (const event of events) yield parse(event.data);
  }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new CliError("failed", "an event of the stream is not JSON", { code: "bad_answer", cause });
  }
}
