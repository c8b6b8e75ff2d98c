import { idParamsSchema, idSchema } from "./paging.ts";
import { call } from "./resource.ts";
import { evidenceFiles, fileKinds } from "./values/files.ts";
import { paths } from "./values/paths.ts";
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
    /** The path of an image of it, for images. */
    preview: z.string().nullable(),
    /** A crop of the earlier or the later image, or a report's photo, that a case was opened with; it cannot be deleted by itself. */
    evidence: z.enum(evidenceFiles).nullable(),
  })
  .meta({ id: "AttachedFile" });
export type AttachedFile = z.output<typeof attachedFileSchema>;

const attachedFileParamsSchema = z.object({
  id: z.coerce.number().int().positive(),
  file: z.coerce.number().int().positive(),
});

/** The calls for files of a violation or of a document. */
export function attachedFileCalls(owner: "violation" | "document") {
  const all = `${paths[owner]}/:id/file` as const;
  const one = `${all}/:file` as const;
  return {
    add: call({
      method: "POST",
      path: all,
      access: `${owner}.change`,
      params: idParamsSchema,
      consumes: "multipart/form-data",
      answer: attachedFileSchema,
      status: 201,
    }),
    file: call({ method: "GET", path: one, access: "signedIn", params: attachedFileParamsSchema }),
    preview: call({
      method: "GET",
      path: `${one}/preview`,
      access: "signedIn",
      params: attachedFileParamsSchema,
    }),
    remove: call({
      method: "DELETE",
      path: one,
      access: `${owner}.change`,
      params: attachedFileParamsSchema,
      answer: z.null(),
      status: 204,
    }),
  };
}

/** The calls for the photo of a record; `answer` is the record. */
export function photoCalls<A extends z.ZodType>(owner: "device" | "garden", answer: A) {
  const path = `${paths[owner]}/:id/photo` as const;
  return {
    send: call({
      method: "POST",
      path,
      access: `${owner}.change`,
      params: idParamsSchema,
      consumes: "multipart/form-data",
      answer,
    }),
    remove: call({
      method: "DELETE",
      path,
      access: `${owner}.change`,
      params: idParamsSchema,
      answer: z.null(),
      status: 204,
    }),
    photo: call({ method: "GET", path, access: `${owner}.view`, params: idParamsSchema }),
  };
}
