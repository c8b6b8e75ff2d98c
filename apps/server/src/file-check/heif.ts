/** Whether the bytes begin as HEIC or HEIF do (ISO/IEC 23008-12: the brands of the `ftyp` box). */
export const isHeif = (bytes: Buffer): boolean =>
  /^ftyp(hei|hev|mif1|msf1)/.test(bytes.toString("latin1", 4, 12));
