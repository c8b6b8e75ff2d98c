/** QR codes of texts (ISO/IEC 18004), small enough to be read from paper by a phone. */
import { encode } from "uqr";

/** Largest version: 97 modules a side, which hold 660 bytes. */
const maxVersion = 20;

/** Dark and light modules of a code, without the quiet zone around it. */
export interface QrCode {
  size: number;
  isDark: (x: number, y: number) => boolean;
}

/** Makes the QR code of a text of up to 660 bytes, with error correction M. @throws {RangeError} for a longer one */
export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: "M", border: 0, maxVersion });
  return { size, isDark: (x, y) => data[y]?.[x] === true };
}
