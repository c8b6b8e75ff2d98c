/** Writes small ZIP archives, sound or not, for the tests of what may be attached. */
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipPart {
  name: string;
  bytes: Buffer | string;
}

/** A plain archive: every part deflated. */
export function zip(parts: ZipPart[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of parts) {
    const content = Buffer.from(bytes as string);
    const packed = deflateRawSync(content);
    const label = Buffer.from(name, "utf8");
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x800, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(label.length, 22);
    const own = Buffer.concat([Buffer.from("PK\x03\x04"), facts, label, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), facts, tail, label]),
    );
    bodies.push(own);
    offset += own.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, listed, Buffer.from("PK\x05\x06"), end]);
}

const main = {
  docx: ["word/document.xml", "wordprocessingml.document.main+xml"],
  xlsx: ["xl/workbook.xml", "spreadsheetml.sheet.main+xml"],
} as const;

/** An Office file of the fewest parts, and others beside them. */
export function office(kind: "docx" | "xlsx", more: ZipPart[] = [], types = ""): Buffer {
  const [part, type] = main[kind];
  const prefix = "application/vnd.openxmlformats-officedocument.";
  return zip([
    {
      name: "[Content_Types].xml",
      bytes: `<Types><Override PartName="/${part}" ContentType="${prefix}${type}"/>${types}</Types>`,
    },
    {
      name: "_rels/.rels",
      bytes: `<Relationships><Relationship Target="${part}"/></Relationships>`,
    },
    { name: part, bytes: "<document/>" },
    ...more,
  ]);
}
