/**
 * HEIC photos put together box by box around one image coded by HEVC: 96 by 64 pixels, a red corner above on the
 * left, sky, and a green sapling right of the middle. It was drawn and coded for these tests (x265).
 */

const decoderSettings = Buffer.from(
  [
    "AQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQAoQgEBA3AAAAMAkA",
    "AAAwAAAwAeoDCBBZbqSSmubAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQA==",
  ].join(""),
  "base64",
);
const codedImage = Buffer.from(
  [
    "AAACHigBrwngjEq8ff/wtP/6+mh6NLb3KDzZxM7Lc/8IWb9vRze3/CMGCM/XDYY/O40W5PhL3o1ptJf/uVv37q6Pj9",
    "7+olZCENbGZ7HrnSfZfVW7Wv7Sr4n0uhtVtwb7r4ntdKEthdp8LXib9T4Qf5aQ+CEkDvJbmx+Opk05OTw2xlHX++NR",
    "gT1jw7xUbkOUIyp/tXZWHWtnwZnMughP9DpopALNtudl4cvtyfu/B8e+uILsSdch4hTIJzy/aPAT5Ifmk1nGDDkIVU",
    "RO4isTiWowPIdrnmuD6FVl1XkQmuUfA/ihqqssmTYSMhzaAnwB8yj/HSUkX2wbxsD6XFCNiqjZ6ZhAhwdXvVxSiP2U",
    "rGPn0RQNHvWvW31ASUbrOYY7pg6nIi8UjlqaN/9GJSyGQc/6oefZOLgZK31pDtNTRdMjr6efP6HiO1ZtD+MBF3F0z+",
    "G2gW8ASI3QIv7Y6/G5qUDyK5SfhR/bry03js6Du4MeWADNJiMvpyxtSdmkGd3RMpZhpQjcBHt0u9YzPcmrbZkfl8t8",
    "KaokpNpmhgxncDINu3aNA6o9m61Y2LP/uLOLwCBTLEVrM6PYgvQK4proDNPkwpCGMB3g6uqnGoSbLRAg4NU2imknMW",
    "q5JZQ/pUln4StRIX8QcSxY0eUCHMqrmhxksL8VvdtlzdpRJ0usZPXEQlwS+kCO+ptlPXKrwyjGscaeuAANJLgF3BuM",
    "AcI5aZqf",
  ].join(""),
  "base64",
);

export interface HeicMaking {
  /** An EXIF block as JPEG carries it, without its name in front. */
  exif?: Buffer;
  profile?: Buffer;
  /** Quarter turns against the clock (`irot`). */
  turns?: number;
  /** The size that is claimed. */
  size?: [width: number, height: number];
  brand?: string;
  coding?: string;
  /** The number of the file in which the pixels are said to lie; 0 is this one. */
  dataReference?: number;
}

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, "latin1"), body]);
};
/** A box with a version and flags. */
const fullBox = (type: string, version: number, ...parts: Buffer[]) =>
  box(type, u32(version << 24), ...parts);

const entry = (id: number, type: string) =>
  fullBox("infe", 2, u16(id), u16(0), Buffer.from(`${type}\0`, "latin1"));

/** Forges one photo; settings that are left out are usual. */
export function forgedHeic(making: HeicMaking = {}): Buffer {
  const { exif, profile, turns, size = [96, 64], brand = "heic", coding = "hvc1" } = making;
  const properties = [
    box("hvcC", decoderSettings),
    fullBox("ispe", 0, u32(size[0]), u32(size[1])),
    ...(profile ? [box("colr", Buffer.from("prof"), profile)] : []),
    ...(turns ? [box("irot", Buffer.from([turns]))] : []),
  ];
  const given = properties.map((_, index) => index + 1);
  const block = exif && Buffer.concat([u32(0), exif]);
  const items: [type: string, bytes: Buffer][] = [
    [coding, codedImage],
    ...(block ? [["Exif", block] satisfies [string, Buffer]] : []),
  ];
  const metaAt = (start: number) => {
    let at = start;
    const places = items.map(([, bytes], index) => {
      const place = [
        u16(index + 1),
        u16(making.dataReference ?? 0),
        u16(1),
        u32(at),
        u32(bytes.length),
      ];
      at += bytes.length;
      return Buffer.concat(place);
    });
    return fullBox(
      "meta",
      0,
      fullBox("hdlr", 0, u32(0), Buffer.from("pict"), Buffer.alloc(13)),
      fullBox("pitm", 0, u16(1)),
      fullBox("iloc", 0, u16(0x4400), u16(items.length), ...places),
      fullBox("iinf", 0, u16(items.length), ...items.map(([type], at) => entry(at + 1, type))),
      box(
        "iprp",
        box("ipco", ...properties),
        fullBox("ipma", 0, u32(1), u16(1), Buffer.from([given.length, ...given])),
      ),
      ...(block ? [fullBox("iref", 0, box("cdsc", u16(2), u16(1), u16(1)))] : []),
    );
  };
  const start = box("ftyp", Buffer.from(brand), u32(0), Buffer.from(`mif1${brand}`));
  const pixels = box("mdat", ...items.map(([, bytes]) => bytes));
  const meta = metaAt(start.length + metaAt(0).length + 8);
  return Buffer.concat([start, meta, pixels]);
}
