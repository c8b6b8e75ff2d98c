/** Every object of a PDF, of each of its revisions, read by a parser. */
import { inflateSync } from "node:zlib";
import {
  PDFArray,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFParser,
  PDFRawStream,
  type PDFRef,
} from "@cantoo/pdf-lib";
import { FileRefused } from "./refusal.ts";

/** Object streams and tables of objects are unpacked to be read: together at most this. */
const maxUnpackedBytes = 32 * 1024 ** 2;

const nameOf = (dict: PDFDict, key: string) => {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFName ? value.decodeText() : undefined;
};

/**
 * Keeps each object as it is read, since a viewer may be led to an earlier revision than the last, and measures
 * what is packed before it is unpacked.
 */
class RevisionParser extends PDFParser {
  readonly objects: PDFObject[] = [];
  private left = maxUnpackedBytes;

  constructor(bytes: Uint8Array) {
    super(bytes, Number.POSITIVE_INFINITY, true);
    const assign = this.context.assign.bind(this.context);
    this.context.assign = (ref: PDFRef, object: PDFObject) => {
      this.objects.push(object);
      assign(ref, object);
    };
  }

  override parseObject(ref?: PDFRef): PDFObject {
    const object = super.parseObject(ref);
    if (object instanceof PDFRawStream) this.measure(object);
    return object;
  }

  /** @throws when it is packed in a way that is not read here, or unpacks beyond the bound */
  private measure({ dict, contents }: PDFRawStream): void {
    const type = nameOf(dict, "Type");
    if (type !== "ObjStm" && type !== "XRef") return;
    const filter = dict.lookup(PDFName.of("Filter"));
    if (type === "ObjStm" && dict.has(PDFName.of("DecodeParms")))
      throw new FileRefused("file_uncheckable");
    if (filter === undefined) return;
    if (nameOf(dict, "Filter") !== "FlateDecode") throw new FileRefused("file_uncheckable");
    this.left -= inflateSync(contents, { maxOutputLength: Math.max(1, this.left) }).length;
  }
}

/** The objects, and what the trailer leads to. */
interface PdfObjects {
  objects: PDFObject[];
  encrypted: boolean;
}

/** @throws {FileRefused} when any part of it can't be read: what is not understood could hold anything */
export async function readPdf(bytes: Uint8Array): Promise<PdfObjects> {
  try {
    const parser = new RevisionParser(bytes);
    const context = await parser.parseDocument();
    return { objects: parser.objects, encrypted: context.trailerInfo.Encrypt !== undefined };
  } catch {
    throw new FileRefused("file_uncheckable");
  }
}

/** Each dictionary of an object, nested ones and those of streams too; references are not followed. */
export function* dictionariesOf(object: PDFObject): Generator<PDFDict> {
  if (object instanceof PDFRawStream) yield* dictionariesOf(object.dict);
  else if (object instanceof PDFDict) {
    yield object;
    for (const value of object.values()) yield* dictionariesOf(value);
  } else if (object instanceof PDFArray) {
    for (const value of object.asArray()) yield* dictionariesOf(value);
  }
}
