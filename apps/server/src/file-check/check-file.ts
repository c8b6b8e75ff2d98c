/** Tells what a file is and whether it may be attached, by its content. Runs in a thread: it may take its time. */
import { type FileKind, fileEndings, fileKinds } from "@nihol/contract/values/files";
import { contentKind } from "@nihol/geo/files/content-kind";
import { isHeic } from "@nihol/geo/files/heic";
import { checkHeic, checkJpeg, checkPng } from "./image-files.ts";
import { checkKml } from "./kml.ts";
import { checkOffice, contentTypesName } from "./office.ts";
import { checkPdf } from "./pdf.ts";
import { FileRefused } from "./refusal.ts";
import { listZip, type ZipEntry } from "./zip-directory.ts";
import { type Budget, freshBudget, unpackEntry } from "./zip-unpack.ts";

/**
 * The kind of a file, after every check of that kind.
 * @throws {FileRefused} with the reason
 */
export async function checkFile(bytes: Buffer, name: string): Promise<FileKind> {
  if (bytes.length === 0) throw new FileRefused("file_empty");
  return checkContent(bytes, name, freshBudget(), false);
}

async function checkContent(
  bytes: Buffer,
  name: string,
  budget: Budget,
  isInArchive: boolean,
): Promise<FileKind> {
  const found = contentKind(bytes);
  const what = isHeic(bytes) ? "heic" : typeof found === "object" ? found.other : found;
  const kind = await checkKind(what, bytes, name, budget, isInArchive);
  const ending = endingOf(name);
  if (ending !== "" && !fileEndings[kind].includes(ending))
    throw new FileRefused("file_name_mismatch", {
      what: kind.toUpperCase(),
      ending: fileEndings[kind][0] ?? "",
    });
  return kind;
}

async function checkKind(
  what: string,
  bytes: Buffer,
  name: string,
  budget: Budget,
  isInArchive: boolean,
): Promise<FileKind> {
  switch (what) {
    case "empty":
      throw new FileRefused("file_empty");
    case "pdf":
      await checkPdf(bytes);
      return "pdf";
    case "jpeg":
      checkJpeg(bytes);
      return "jpeg";
    case "png":
      checkPng(bytes);
      return "png";
    case "heic":
      checkHeic(bytes);
      return "heic";
    case "xml":
      checkKml(bytes);
      return "kml";
    case "zip":
      return checkZip(bytes, name, budget, isInArchive);
    default:
      throw new FileRefused("file_kind", { what: nameOfOther(what, bytes, name) });
  }
}

async function checkZip(
  bytes: Buffer,
  name: string,
  budget: Budget,
  isInArchive: boolean,
): Promise<FileKind> {
  const entries = listZip(bytes);
  if (entries.some((entry) => entry.name === contentTypesName))
    return checkOffice(bytes, entries, budget);
  if (isInArchive) throw new FileRefused("archive_nested");
  // OpenDocument and EPUB are archives that begin with their own name.
  if (entries[0]?.name === "mimetype")
    throw new FileRefused("file_kind", { what: endingOf(name).slice(1).toUpperCase() || "ZIP" });
  await checkArchive(bytes, entries, budget);
  return "zip";
}

const allEndings = fileKinds.flatMap((kind) => (kind === "zip" ? [] : fileEndings[kind]));

/** Each file in it is checked as if it came by itself; what macOS and Windows add is ignored. */
async function checkArchive(bytes: Buffer, entries: ZipEntry[], budget: Budget): Promise<void> {
  let files = 0;
  for (const entry of entries) {
    if (entry.isFolder) continue;
    try {
      const isOther = !allEndings.includes(endingOf(entry.name));
      const mayBeSystem = /(^|\/)(\._[^/]*|\.DS_Store)$/.test(entry.name);
      if (isOther && !mayBeSystem)
        throw new FileRefused(
          /\.(zip|kmz|rar|7z|gz|tar)$/i.test(entry.name) ? "archive_nested" : "file_kind",
          {
            what: endingOf(entry.name) || "?",
          },
        );
      const content = unpackEntry(bytes, entry, budget);
      if (mayBeSystem && isSystemFile(content)) continue;
      await checkContent(content, entry.name, budget, true);
      files++;
    } catch (error) {
      if (error instanceof FileRefused && isAboutEntry(error))
        throw new FileRefused(error.code, error.params, entry.name);
      throw error;
    }
  }
  if (files === 0) throw new FileRefused("archive_empty");
}

const isAboutEntry = ({ code }: FileRefused) =>
  !code.startsWith("archive_") || code === "archive_nested";

/** AppleDouble and the Finder's own file. */
function isSystemFile(content: Buffer): boolean {
  const head = content.toString("latin1", 0, 8);
  return head.startsWith("\x00\x05\x16\x07") || head === "\x00\x00\x00\x01Bud1";
}

function endingOf(name: string): string {
  const last = name.split("/").at(-1) ?? "";
  const dot = last.lastIndexOf(".");
  return dot > 0 ? last.slice(dot).toLowerCase() : "";
}

/** Formats are named as people know them; text and unknown bytes by the ending of their name. */
function nameOfOther(what: string, bytes: Buffer, name: string): string {
  const brand = bytes.toString("latin1", 4, 12);
  if (brand.startsWith("ftyp"))
    return brand
      .slice(4)
      .replace(/[^a-z0-9]/gi, "")
      .toUpperCase();
  if (bytes.toString("latin1", 0, 2) === "MZ") return "EXE";
  if (what !== "text" && what !== "binary" && what !== "json") return what.toUpperCase();
  return endingOf(name) || "?";
}
