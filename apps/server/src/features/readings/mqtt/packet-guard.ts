/** Watches the frames of a connection: a packet that says that it is too large ends it before it is held in memory. */

/** Bytes of a packet at most: a thousand readings in one message, a connection with its name and password. */
export const maxPacketBytes = 512 * 1024;
/** Bytes of the field that states a packet's length (MQTT 3.1.1, 2.2.3). */
const lengthBytes = 4;

/**
 * Reads chunks as they come and tells when a packet is too large, or its length no number of MQTT.
 * @returns a function that takes the next chunk and answers true while all is well
 */
export function packetGuard(max = maxPacketBytes): (chunk: Uint8Array) => boolean {
  /** Bytes of the packet's body that are still to come. */
  let rest = 0;
  /** Bytes of the length that were read; undefined before the packet's first byte. */
  let read: number | undefined;
  let length = 0;

  function readLength(byte: number): boolean {
    if (read === undefined) {
      [read, length] = [0, 0];
      return true;
    }
    length += (byte & 127) * 128 ** read;
    read += 1;
    if (byte >= 128) return read < lengthBytes;
    [rest, read] = [length, undefined];
    return length <= max;
  }

  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      const skipped = Math.min(rest, chunk.length - at);
      rest -= skipped;
      at += skipped;
      const byte = chunk[at];
      if (byte === undefined) break;
      if (!readLength(byte)) return false;
      at += 1;
    }
    return true;
  };
}
