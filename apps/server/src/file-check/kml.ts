/** KML by the reader of boundaries: well formed, without entities, of the right kind. */
import { BoundaryFileError } from "@nihol/geo/files/boundary-codes";
import { kmlReader } from "@nihol/geo/files/kml-reader";
import { decoderFor } from "@nihol/geo/files/text-decoding";
import { FileRefused } from "./refusal.ts";

const piece = 1024 ** 2;

/** @throws {FileRefused} with the line where it is wrong */
export function checkKml(bytes: Buffer): void {
  try {
    const reader = kmlReader();
    const decode = decoderFor(bytes);
    for (let at = 0; at < bytes.length; at += piece)
      reader.write(decode(bytes.subarray(at, at + piece), at + piece >= bytes.length));
    reader.close();
  } catch (error) {
    if (!(error instanceof BoundaryFileError)) throw error;
    if (error.code === "not_a_boundary_file") throw new FileRefused("file_kind", { what: "XML" });
    throw new FileRefused(error.code, error.params);
  }
}
