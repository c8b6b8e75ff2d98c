/** Reasons why an image is not taken; the texts for people are made from these codes elsewhere. */
export const IMAGE_REFUSALS = [
  "not_found",
  "not_a_tiff",
  "not_an_image",
  "damaged",
  "lies_about_size",
  "too_large",
  "block_too_large",
  "empty_image",
  "too_many_bands",
  "not_on_earth",
  "zero_area",
  "timed_out",
  "unsupported_compression",
  "unsupported_type",
  "not_rgb",
  "no_georeference",
  "unknown_projection",
  "names_other_files",
  "archive_without_image",
  "archive_unpacks_too_large",
  "archive_name_twice",
  "archive_entry_damaged",
  "archive_unsafe_path",
  "tiles_differ",
  "gdal_missing",
] as const;

export type ImageRefusal = (typeof IMAGE_REFUSALS)[number];

export type RefusalParams = Record<string, string | number>;

/** The image cannot be taken; `code` is stable, `params` say what was found and what is allowed. */
export class ImageRefused extends Error {
  override name = "ImageRefused";
  readonly code: ImageRefusal;
  readonly params: RefusalParams;
  constructor(code: ImageRefusal, params: RefusalParams = {}) {
    super(`${code} ${JSON.stringify(params)}`);
    this.code = code;
    this.params = params;
  }
}
