import { idSchema } from "./paging.ts";
import { z } from "./z.ts";

/** What may be attached, as its content says. */
export const fileKinds = ["pdf", "docx", "xlsx", "jpeg", "png", "kml", "zip"] as const;
export type FileKind = (typeof fileKinds)[number];

/** The endings that a name of each kind may have; the first is given to a name without one. */
export const fileEndings: Record<FileKind, readonly string[]> = {
  pdf: [".pdf"],
  docx: [".docx"],
  xlsx: [".xlsx"],
  jpeg: [".jpg", ".jpeg", ".jpe", ".jfif"],
  png: [".png"],
  kml: [".kml"],
  zip: [".zip", ".kmz"],
};

export const mediaTypes: Record<FileKind, string> = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  jpeg: "image/jpeg",
  png: "image/png",
  kml: "application/vnd.google-earth.kml+xml",
  zip: "application/zip",
};

/** A file of a violation or document: kept byte for byte as it came. */
export const attachedFileSchema = z
  .object({
    id: idSchema,
    /** As it was sent, in any script. */
    name: z.string(),
    kind: z.enum(fileKinds),
    /** Bytes. */
    size: z.number().int(),
    /** Of the bytes, in hexadecimal: whoever has the file can see that it is this one. */
    sha256: z.string(),
    uploaded_by: z.string(),
    created_at: z.string(),
    /** The path of its bytes. */
    download: z.string(),
    /** The path of a picture of it, for images. */
    preview: z.string().nullable(),
  })
  .meta({ id: "AttachedFile" });
export type AttachedFile = z.output<typeof attachedFileSchema>;

export const attachedFileParamsSchema = z.object({
  id: z.coerce.number().int().positive(),
  file: z.coerce.number().int().positive(),
});
