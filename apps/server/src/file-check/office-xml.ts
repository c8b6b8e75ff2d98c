/** Reads the XML of DOCX and XLSX with an XML parser: other spellings of a letter are one letter. */
import { decoderFor } from "@nihol/geo/files/text-decoding";
import { SaxesParser } from "saxes";
import { FileRefused } from "./refusal.ts";

/** Relationships that may lead outside (ECMA-376 part 2, 6.5): what a reader presses, and nothing that is fetched. */
const isLink = (type: string) => /\/hyperlink$/i.test(type);
const linkScheme = /^(?:https?:\/\/|mailto:|tel:|#)/i;

/** Fields that fetch, start or include (ECMA-376 part 1, 17.16.5), and QUOTE, which spells such a word by numbers. */
const actingField =
  /\b(?:DDE|DDEAUTO|INCLUDEPICTURE|INCLUDETEXT|INCLUDE|IMPORT|DATABASE|AUTOTEXT|LINK|MACROBUTTON|RD)\b|\bQUOTE\s+[\d\s]+/i;
/** A workbook's links to other programs and files, and queries. */
const actingElements = new Set(["ddeLink", "oleLink", "webPr", "dbPr", "altChunk", "externalBook"]);

const localName = (name: string) => name.slice(name.indexOf(":") + 1);
const attributeOf = (attributes: Record<string, string>, wanted: string) =>
  Object.entries(attributes).find(([name]) => localName(name) === wanted)?.[1] ?? "";

function checkRelationship(attributes: Record<string, string>): void {
  if (attributeOf(attributes, "TargetMode").trim().toLowerCase() !== "external") return;
  const target = attributeOf(attributes, "Target").trim();
  if (!isLink(attributeOf(attributes, "Type").trim()) || !linkScheme.test(target))
    throw new FileRefused("file_active");
}

/**
 * @throws {FileRefused} for anything that acts, is fetched from outside or can't be read
 */
export function checkOfficeXml(part: Buffer): void {
  const parser = new SaxesParser({ xmlns: false });
  let code = "";
  let inCode = false;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => {
    throw new FileRefused("file_active");
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = localName(name);
    if (element === "Relationship") checkRelationship(attributes);
    if (actingElements.has(element)) throw new FileRefused("file_active");
    if (element === "fldSimple") code += ` ${attributeOf(attributes, "instr")} `;
    // A field begins anew; within one its words may be cut into many pieces.
    if (element === "fldChar" && attributeOf(attributes, "fldCharType") === "begin") code += " ";
    inCode = element === "instrText";
  });
  parser.on("text", (text) => {
    if (inCode) code += text;
  });
  parser.on("closetag", () => {
    inCode = false;
  });
  try {
    parser.write(decoderFor(part)(part, true)).close();
  } catch (error) {
    if (error instanceof FileRefused) throw error;
    throw new FileRefused("file_uncheckable");
  }
  if (actingField.test(code)) throw new FileRefused("file_active");
}
