import { BoundaryFileError } from "./boundary-codes.ts";

/** A decoder for bytes in pieces: call with `last` for the final piece. Throws BoundaryFileError. */
export type PieceDecoder = (piece: Uint8Array, last: boolean) => string;

/**
 * The decoder for a text: by its byte order mark, else by the encoding that its XML declaration
 * names, else UTF-8. Text that does not fit its encoding is refused, never guessed.
 */
export function decoderFor(head: Uint8Array): PieceDecoder {
  const label = encodingOf(head);
  const decoder = strictDecoder(label);
  return (piece, last) => {
    try {
      return decoder.decode(piece, { stream: !last });
    } catch {
      throw new BoundaryFileError("encoding_unreadable", { what: decoder.encoding });
    }
  };
}

function strictDecoder(label: string) {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw new BoundaryFileError("encoding_unreadable", { what: label.slice(0, 40) });
  }
}

function encodingOf(head: Uint8Array): string {
  const [a, b, c] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (a === 0x3c && b === 0) return "utf-16le";
  if (a === 0 && b === 0x3c) return "utf-16be";
  let start = "";
  for (const byte of head.subarray(0, 200)) start += String.fromCharCode(byte);
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1] ?? "utf-8";
  // A declaration that was readable as single bytes cannot be UTF-16, whatever it says.
  return /^utf-?16/i.test(declared) ? "utf-8" : declared;
}
