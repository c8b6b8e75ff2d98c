/**
 * A PDF (ISO 32000-2): whole, without a password, and with nothing in it that acts: scripts, programs to start,
 * files inside or elsewhere, forms that send, media players, addresses that open by themselves. It is read by a
 * parser; a part that can't be read could hold anything, so it is refused.
 */
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFString,
} from "@cantoo/pdf-lib";
import { dictionariesOf, readPdf } from "./pdf-objects.ts";
import { FileRefused } from "./refusal.ts";

/** ISO 32000-2, table 201: actions that leave the document, start something or play it. */
const actingActions = new Set([
  "JavaScript",
  "Launch",
  "SubmitForm",
  "ImportData",
  "GoToR",
  "GoToE",
  "Thread",
  "Rendition",
  "Movie",
  "Sound",
  "RichMediaExecute",
  "GoTo3DView",
]);
const actingKeys = ["JS", "JavaScript", "EmbeddedFiles", "EF", "XFA", "RichMediaContent"];
const actingTypes = new Set(["EmbeddedFile", "RichMedia", "Rendition"]);
/** Schemes that may follow a link that a reader presses. */
const linkScheme = /^(?:https?:\/\/[^\\]|mailto:|tel:|#)/i;

/** Every letter of a name may be written as `#` and two hexadecimal digits. */
const nameInAnySpelling = (name: string) =>
  [...name].map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`).join("");
/**
 * The same looked for in the bytes, for readers that find an object where the parser sees none. Long names alone:
 * a short one comes up by chance in packed images.
 */
const actingText = new RegExp(
  `/(?:${[...actingActions, "EmbeddedFile", "EmbeddedFiles", "RichMedia"]
    .filter((name) => name.length >= 5 && !["Thread", "Movie", "Sound"].includes(name))
    .map(nameInAnySpelling)
    .join("|")})(?![A-Za-z0-9])`,
  "i",
);

const encryptingTrailer = new RegExp(
  `/${nameInAnySpelling("Encrypt")}\\s*(?:\\d+\\s+\\d+\\s+R|<<)`,
);

/** @throws {FileRefused} */
export async function checkPdf(bytes: Buffer): Promise<void> {
  const text = bytes.toString("latin1");
  if (actingText.test(text)) throw new FileRefused("file_active");
  checkEnds(text);
  const { objects, encrypted } = await readPdf(bytes);
  // Trailers of earlier revisions are not kept by the parser: they are looked for in the bytes.
  if (encrypted || encryptingTrailer.test(text)) throw new FileRefused("file_encrypted");
  for (const object of objects)
    for (const dictionary of dictionariesOf(object))
      if (acts(dictionary)) throw new FileRefused("file_active");
}

/** The header, and a trailer whose address leads to a table of objects. */
function checkEnds(text: string): void {
  const tail = text.slice(-2048);
  const trailer = [...tail.matchAll(/startxref\s+(\d+)\s+%%EOF/g)].at(-1);
  if (!text.startsWith("%PDF-") || !trailer) throw new FileRefused("file_damaged");
  const at = Number(trailer[1]);
  if (!/^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(text.slice(at, at + 64)))
    throw new FileRefused("file_damaged");
}

const entryOf = (dict: PDFDict, key: string): PDFObject | undefined => dict.lookup(PDFName.of(key));
const nameAt = (dict: PDFDict, key: string) => {
  const value = entryOf(dict, key);
  return value instanceof PDFName ? value.decodeText() : "";
};
const textOf = (value: PDFObject | undefined) =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : "";

function acts(dict: PDFDict): boolean {
  return (
    actingKeys.some((key) => dict.has(PDFName.of(key))) ||
    actingTypes.has(nameAt(dict, "Type")) ||
    actingTypes.has(nameAt(dict, "Subtype")) ||
    actingActions.has(nameAt(dict, "S")) ||
    hasFileElsewhere(dict) ||
    leadsAstray(dict) ||
    opensByItself(dict)
  );
}

/** A file specification (7.11): a stream whose content, or an action whose target, lies in another file. */
const hasFileElsewhere = (dict: PDFDict) =>
  ["Filespec", "F"].includes(nameAt(dict, "Type")) ||
  (dict.has(PDFName.of("F")) && dict.has(PDFName.of("Length"))) ||
  ["UF", "DOS", "Mac", "Unix"].some((key) => textOf(entryOf(dict, key)) !== "");

/** A link to a file, a share or a script instead of a page. */
const leadsAstray = (dict: PDFDict) =>
  nameAt(dict, "S") === "URI" && !linkScheme.test(textOf(entryOf(dict, "URI")).trim());

/** Says whether anything but moving within the document runs when it or a page is opened, or a field entered. */
function opensByItself(dict: PDFDict): boolean {
  const additional = entryOf(dict, "AA");
  const own = [entryOf(dict, "OpenAction")];
  if (additional instanceof PDFDict)
    own.push(...additional.keys().map((key) => additional.lookup(key)));
  return own.some((action) => action !== undefined && !staysInside(action));
}

function staysInside(action: PDFObject): boolean {
  if (action instanceof PDFArray) return true;
  if (!(action instanceof PDFDict)) return false;
  const following = entryOf(action, "Next");
  const isMove = ["GoTo", "Named"].includes(nameAt(action, "S"));
  return isMove && (following === undefined || staysInside(following));
}
