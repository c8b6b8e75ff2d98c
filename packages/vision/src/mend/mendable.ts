import type { ImageRefused } from "@nihol/geo/tiff/refusal";

const FORMATS = new Set(["zip", "jpeg2000", "jpeg", "png"]);

/** Says whether a file that is not taken for this reason is worth an attempt at mending it. */
export function isMendable({ code, params }: ImageRefused): boolean {
  switch (code) {
    case "not_a_tiff":
      return FORMATS.has(String(params.found));
    case "not_rgb":
      return params.reason === "colour_table";
    case "block_too_large":
    case "no_georeference":
    case "unsupported_type":
      return true;
    default:
      return false;
  }
}
