/** Kinds of file that may be attached, as the content says. */
export const fileKinds = ["pdf", "docx", "xlsx", "jpeg", "png", "heic", "kml", "zip"] as const;
export type FileKind = (typeof fileKinds)[number];

/** Content of a file that a case was opened with: the earlier or the later image, or a photo of a report. */
export const evidenceFiles = ["before", "after", "photo"] as const;
export type EvidenceFile = (typeof evidenceFiles)[number];

/** The endings that a name of each kind may have; the first is given to a name without one. */
export const fileEndings: Record<FileKind, readonly string[]> = {
  pdf: [".pdf"],
  docx: [".docx"],
  xlsx: [".xlsx"],
  jpeg: [".jpg", ".jpeg", ".jpe", ".jfif"],
  png: [".png"],
  heic: [".heic", ".heif"],
  kml: [".kml"],
  zip: [".zip", ".kmz"],
};

export const mediaTypes: Record<FileKind, string> = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  jpeg: "image/jpeg",
  png: "image/png",
  heic: "image/heic",
  kml: "application/vnd.google-earth.kml+xml",
  zip: "application/zip",
};

/** Kinds of photo of a person, garden or planting, as the content says. */
export const photoKinds = ["JPEG", "PNG", "WebP", "HEIC"] as const;

/** The endings that are offered. A phone that is asked for HEIC too sends its photo as it was taken. */
export const photoEndings = [".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"] as const;
