const SIGNATURES: [name: string, offset: number, bytes: string][] = [
  ["tiff", 0, "49492a00"],
  ["tiff", 0, "4d4d002a"],
  ["tiff", 0, "49492b00"],
  ["tiff", 0, "4d4d002b"],
  ["jpeg2000", 4, "6a502020"],
  ["jpeg2000", 0, "ff4fff51"],
  ["jpeg", 0, "ffd8ff"],
  ["png", 0, "89504e470d0a1a0a"],
  ["webp", 8, "57454250"],
  ["gif", 0, "47494638"],
  ["zip", 0, "504b0304"],
  ["pdf", 0, "25504446"],
  ["hdf5", 0, "894844460d0a1a0a"],
  ["netcdf", 0, "434446"],
  ["bmp", 0, "424d"],
  ["xml", 0, "3c3f786d6c"],
];

/** Name of a file type by its first bytes ("tiff", "jpeg2000", "png" …), never by its extension; "unknown" otherwise. */
export function fileTypeOf(head: Buffer): string {
  const hex = head.subarray(0, 16).toString("hex");
  return (
    SIGNATURES.find(([, offset, bytes]) => hex.startsWith(bytes, offset * 2))?.[0] ?? "unknown"
  );
}
