import type { Names } from "@nihol/contract/values/languages";
import type { EvidencePhoto } from "@nihol/contract/values/violations";
import type { ViolationDetail } from "@nihol/contract/violations/violations";
import type { MultiPolygon } from "@nihol/geo/geometry";
import type { TextLanguage } from "@nihol/locales/text";
import type { Words } from "../../../shared/files/words.ts";

/** A photo of the case as JPEG, by the file that it is of. */
export interface ActImage {
  file: number;
  jpeg: Uint8Array;
  /** By the file's metadata: the camera's clock without a zone, longitude and latitude; null where it does not say. */
  taken: Pick<EvidencePhoto, "taken_at" | "taken_place">;
}

/** Request to the thread: a case with everything that its act shows. */
export interface ActRequest {
  violation: ViolationDetail;
  /** Of the garden; null where it has none. */
  boundary: MultiPolygon | null;
  images: ActImage[];
  /** Names and units of what the devices of the evidence measured, by key; null where it is gone. */
  measured: Readonly<Record<string, { name: Names; unit: Names } | null>>;
  maker: { name: string };
  /** The organization that opened the case; null where it has none, or is the one that the case accuses. */
  issuer: Record<string, string> | null;
  made_at: string;
  language: TextLanguage;
  /** The reader's clock: "Asia/Dushanbe". */
  timeZone: string;
  /** The installation holds made-up cases, and the act says so. */
  demo: boolean;
}

/** The same with the words of its language. */
export interface Act extends Omit<ActRequest, "language"> {
  words: Words;
}
