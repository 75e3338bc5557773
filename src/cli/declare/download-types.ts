import type { Download } from "../../client/transfer.ts";

/** Reads a file to its end and throws `ArchiveError` when it is not of the requested kind. */
export type FileCheck = (bytes: AsyncIterable<Uint8Array>) => Promise<void>;

/** Place of a download: the file that was typed, `-` for stdout, or a name of its own where nothing was typed. */
export type SavePlace =
  | { out: string }
  | {
      out: string | undefined;
      /** Path of the file when `out` is undefined, from the first bytes of the download. */
      ownName: (start: Uint8Array) => string | Promise<string>;
    };

/** How a download is saved. */
export type SaveOptions = SavePlace & SaveManner;

export interface SaveManner {
  /** Replaces a file that exists. */
  force?: boolean | undefined;
  /** Value of `--progress`. */
  progress?: string | undefined;
  /** Called with the first bytes of the download. */
  begun?: (start: Uint8Array) => void;
  /** True for bytes that a terminal cannot show. */
  binary: boolean;
  /** Permissions of a file that others must not read. */
  mode?: number;
  /** Name of the download in messages: `profile "work"`. */
  what: string;
  /** Why there may be no file yet, for an operation that then answers 202. */
  absence?: string;
  /** Check of the whole download, which is saved only when the check passes. */
  check?: FileCheck;
  /** Members of the result beside path, bytes and checksum. */
  extra?: (start: Uint8Array) => Record<string, unknown>;
}

/** A download whose first bytes have arrived. */
export interface OpenDownload {
  download: Download;
  /** First bytes: at least 512, or the whole file. */
  start: Uint8Array;
  /** The whole file, including the start. */
  bytes: AsyncGenerator<Uint8Array>;
  /** Releases the download, finished or not. */
  end: () => Promise<void>;
}
