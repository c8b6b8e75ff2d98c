import type { ImageRefusal, ImageRefused } from "@nihol/vision/ingest/ingest";

const TEXTS: Record<ImageRefusal, string> = {
  not_found: "there is no such file.",
  not_a_tiff: "the file is not a TIFF.",
  not_an_image: "the file is not a GeoTIFF, PNG or JPEG.",
  damaged: "the file is damaged.",
  lies_about_size: "the file says that it is larger than its data can be.",
  too_large: "the picture is too large.",
  block_too_large: "its strips or tiles are too large to be decoded whole.",
  empty_image: "the picture is empty: it has only pixels without data.",
  too_many_bands: "the file has more bands than an image for counting trees may have.",
  not_on_earth: "the file's coordinates are not on the Earth.",
  zero_area: "the picture has no pixels.",
  timed_out: "the file could not be read in time.",
  unsupported_compression: "the file's compression is not supported.",
  unsupported_type: "the file's kind of pixels is not supported (8 or 16 bits are).",
  not_rgb: "the picture has no red, green and blue.",
  no_georeference: "the file does not say where it lies on the ground.",
  unknown_projection: "the file's projection is not known.",
  names_other_files:
    "the file names other files in its metadata: save it anew without them (gdal_translate -noxmp).",
  archive_without_image: "the archive holds no image that can be read.",
  archive_unpacks_too_large: "the archive unpacks to more than is taken.",
  archive_name_twice: "the archive holds two files with one name.",
  archive_entry_damaged: "a file of the archive is damaged, empty or protected by a password.",
  archive_unsafe_path: "the archive points at a file outside itself.",
  tiles_differ: "the tiles of the archive do not fit together.",
  gdal_missing: "reading this kind of file needs GDAL: install gdal-bin.",
};

/** A refusal in a sentence, with what was found in the file. */
export function refusalText({ code, params }: ImageRefused): string {
  const found = Object.entries(params).map(([name, value]) => `${name}: ${value}`);
  return found.length > 0 ? `${TEXTS[code]} (${found.join(", ")})` : TEXTS[code];
}
