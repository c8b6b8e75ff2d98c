/**
 * DOCX and XLSX (ECMA-376): an archive with the right parts, and nothing in it that acts: macros, ActiveX,
 * embedded programs, what is fetched from elsewhere, fields that start something, entities in XML.
 */
import { checkOfficeXml } from "./office-xml.ts";
import { FileRefused } from "./refusal.ts";
import { archiveDamaged, type ZipEntry } from "./zip-directory.ts";
import { type Budget, unpackEntry } from "./zip-unpack.ts";

export const contentTypesName = "[Content_Types].xml";
const mainParts = [
  { kind: "docx", type: "wordprocessingml.document.main+xml", folder: "word/" },
  { kind: "xlsx", type: "spreadsheetml.sheet.main+xml", folder: "xl/" },
] as const;

const actingTypes = /macroEnabled|vbaProject|activeX|oleObject|ms-office\.vba/i;
const actingParts =
  /(^|\/)(vbaProject[^/]*|vbaData\.xml|activeX[^/]*|macrosheets|oleObject[^/]*|attachedToolbars\.bin)(\/|$)/i;
const actingEndings =
  /\.(exe|dll|js|jse|vbs|vbe|wsf|hta|bat|cmd|ps1|scr|com|jar|lnk|msi|docm|xlsm|dotm|xltm|xlsb)$/i;
/** Text of an XML part whatever its encoding: only ASCII is looked for. */
const asciiOf = (part: Buffer) => part.toString("latin1").replaceAll("\0", "");

/**
 * Reads every part of it.
 * @throws {FileRefused}
 */
export function checkOffice(bytes: Buffer, entries: ZipEntry[], budget: Budget): "docx" | "xlsx" {
  let types = "";
  for (const entry of entries) {
    if (actingParts.test(entry.name) || actingEndings.test(entry.name))
      throw new FileRefused("file_active");
    if (entry.isFolder) continue;
    const part = unpackEntry(bytes, entry, budget);
    if (!/\.(xml|rels|vml)$/i.test(entry.name)) continue;
    if (part.length > 0) checkOfficeXml(part);
    if (entry.name === contentTypesName) types = asciiOf(part);
  }
  if (actingTypes.test(types)) throw new FileRefused("file_active");
  const found = mainParts.find(
    ({ type, folder }) =>
      types.includes(type) && entries.some(({ name }) => name.startsWith(folder)),
  );
  if (!found || !entries.some(({ name }) => name === "_rels/.rels")) {
    // PPTX and its sisters are sound archives of another kind.
    if (types.includes("openxmlformats")) throw new FileRefused("file_kind", { what: "Office" });
    throw archiveDamaged();
  }
  return found.kind;
}
