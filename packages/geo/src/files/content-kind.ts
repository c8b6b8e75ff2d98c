/** Kind of a file by its first bytes; the name's extension is not asked. */
type ContentKind = "zip" | "xml" | "json" | "empty" | { other: string };

const SIGNATURES: [what: string, ...bytes: number[]][] = [
  ["jpeg", 0xff, 0xd8, 0xff],
  ["png", 0x89, 0x50, 0x4e, 0x47],
  ["gif", 0x47, 0x49, 0x46, 0x38],
  ["pdf", 0x25, 0x50, 0x44, 0x46],
  ["webp", 0x52, 0x49, 0x46, 0x46],
  ["tiff", 0x49, 0x49, 0x2a, 0x00],
  ["tiff", 0x4d, 0x4d, 0x00, 0x2a],
  ["gzip", 0x1f, 0x8b],
  ["rar", 0x52, 0x61, 0x72, 0x21],
  ["7z", 0x37, 0x7a, 0xbc, 0xaf],
  ["geopackage", 0x53, 0x51, 0x4c, 0x69, 0x74, 0x65],
  ["shapefile", 0x00, 0x00, 0x27, 0x0a],
];

export function contentKind(bytes: Uint8Array): ContentKind {
  const starts = (signature: number[], at = 0) =>
    signature.every((byte, i) => bytes[at + i] === byte);
  if (starts([0x50, 0x4b, 3, 4]) || starts([0x50, 0x4b, 5, 6])) return "zip";
  for (const [what, ...signature] of SIGNATURES) if (starts(signature)) return { other: what };
  const start = firstVisible(bytes);
  if (start === bytes.length) return "empty";
  if (bytes[start] === 0x3c) return looksLikeHtml(bytes, start) ? { other: "html" } : "xml";
  if (bytes[start] === 0x7b || bytes[start] === 0x5b) return "json";
  const head = latin(bytes.subarray(0, 4096));
  // Stray text before the XML: worth a message with the line instead of "not a boundary file".
  if (/<\?xml|<kml\b/.test(head)) return "xml";
  return { other: head.includes("\0") ? "binary" : "text" };
}

/** Past the byte order mark, blanks, and the zero bytes of UTF-16. */
function firstVisible(bytes: Uint8Array): number {
  const skipped = [0xef, 0xbb, 0xbf, 0xff, 0xfe];
  let at = 0;
  while (at < 3 && skipped.includes(bytes[at] ?? -1)) at++;
  while (at < bytes.length && [0, 9, 10, 13, 32].includes(bytes[at] ?? -1)) at++;
  return at;
}

function looksLikeHtml(bytes: Uint8Array, start: number): boolean {
  return /^<(!doctype\s+html|html|head|body)\b/i.test(latin(bytes.subarray(start, start + 40)));
}

function latin(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
