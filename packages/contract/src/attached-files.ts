import { idSchema } from "./paging.ts";
import { fileKinds } from "./values/files.ts";
import { z } from "./z.ts";

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
