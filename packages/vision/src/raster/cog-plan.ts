import type {
  BandMetadata,
  BandRoles,
  RasterMetadata,
} from "@nihol/contract/values/imagery/raster-metadata";

export type CogRewriting = CogPlan & { keep: false };

/** Plan for an upload: keep its bytes, or rewrite with these arguments of `gdal_translate`. */
type CogPlan =
  | { keep: true }
  | {
      keep: false;
      select: string[];
      write: string[];
      twoSteps: boolean;
      roles: BandRoles;
      lossy: boolean;
    };

const SHARP_COMPRESSIONS = new Set(["DEFLATE", "LZW", "JPEG", "WEBP"]);
const MAX_BLOCK = 1024;
const SMALLEST_WITHOUT_OVERVIEWS = 1024;
/** Room that a temporary file may take without compression. */
const PLAIN_BYTES = 2 ** 30;

/**
 * A file is kept as it came when it is tiled (≤ 1,024 px), pixel-interleaved, 8 or 16 bit, in a codec that sharp reads,
 * and has overviews where it is large. Otherwise it is rewritten: own projection and type, 512 px blocks, DEFLATE with
 * predictor 2 (JPEG stays JPEG), bands as red, green, blue[, infrared][, alpha]; a mask band becomes alpha, because
 * sharp does not read masks.
 */
export function planCog(facts: RasterMetadata): CogPlan {
  return isFine(facts) ? { keep: true } : rewritingPlan(facts);
}

function isFine(facts: RasterMetadata): boolean {
  const tiled = facts.tiled && facts.blockWidth <= MAX_BLOCK && facts.blockHeight <= MAX_BLOCK;
  const small = Math.max(facts.width, facts.height) <= SMALLEST_WITHOUT_OVERVIEWS;
  const readable =
    SHARP_COMPRESSIONS.has(facts.compression) &&
    facts.storedBits === facts.bits &&
    (facts.bits === 8 || isColour(facts.bands[0])) &&
    facts.interleave === "pixel" &&
    facts.dtype !== "int16";
  return (
    tiled &&
    readable &&
    // sharp fails on blocks that are not there; GDAL fills them in.
    !facts.sparse &&
    facts.mask !== "mask_band" &&
    !(facts.bits === 16 && facts.mask === "nodata") &&
    facts.bands.length <= 5 &&
    (small || hasSmallOverview(facts))
  );
}

function hasSmallOverview(facts: RasterMetadata): boolean {
  return facts.overviews.some(
    ({ width, height }) => Math.max(width, height) <= SMALLEST_WITHOUT_OVERVIEWS,
  );
}

/** sharp spreads a first band that is called grey over three, when it has 16 bits. */
function isColour(first: BandMetadata | undefined): boolean {
  return ["Red", "Green", "Blue"].includes(first?.interpretation ?? "");
}

/** Plan by which the file is written anew, whatever it is like; a temporary one of moderate size is not compressed. */
export function rewritingPlan(facts: RasterMetadata, temporary = false): CogRewriting {
  const { roles } = facts;
  const bands: (number | "mask")[] = [roles.red, roles.green, roles.blue];
  if (roles.nir) bands.push(roles.nir);
  // "No data" does not survive the way to 8 bits for display (and a negative one not that to unsigned): alpha does.
  const alphaFromMask =
    facts.mask === "mask_band" || (facts.bits === 16 && facts.mask === "nodata");
  if (alphaFromMask) bands.push("mask");
  else if (roles.alpha) bands.push(roles.alpha);
  const hasAlpha = alphaFromMask || roles.alpha !== null;
  const lossy = facts.compression === "JPEG" && bands.length === 3;
  const select = bands.flatMap((band) => ["-b", String(band)]);
  const names = [
    "red",
    "green",
    "blue",
    ...(roles.nir ? ["undefined"] : []),
    ...(hasAlpha ? ["alpha"] : []),
  ];
  names.forEach((name, i) => {
    select.push(`-colorinterp_${i + 1}`, name);
  });
  if (facts.dtype === "int16") select.push("-ot", "UInt16");
  if (hasAlpha) select.push("-a_nodata", "none");
  const write = ["-of", "COG", "-co", `BLOCKSIZE=${blockSize(facts)}`, "-co", "BIGTIFF=IF_SAFER"];
  const plain = temporary && !lossy && plainBytes(facts, bands.length) <= PLAIN_BYTES;
  write.push(
    "-co",
    // Those of a 16-bit image are what its stretch is measured in.
    plain && facts.bits === 8 ? "OVERVIEWS=NONE" : "OVERVIEWS=IGNORE_EXISTING",
    "-co",
    "OVERVIEW_RESAMPLING=AVERAGE",
    "-co",
    "NUM_THREADS=1",
  );
  write.push(
    ...(lossy
      ? ["-co", "COMPRESS=JPEG", "-co", "QUALITY=90"]
      : plain
        ? ["-co", "COMPRESS=NONE"]
        : ["-co", "COMPRESS=DEFLATE", "-co", "PREDICTOR=YES"]),
  );
  const order: BandRoles = {
    red: 1,
    green: 2,
    blue: 3,
    nir: roles.nir ? 4 : null,
    alpha: hasAlpha ? bands.length : null,
    basis: roles.basis,
  };
  // GDAL 3.6's COG driver crashes on a band made from a mask, and keeps 12 bits a sample, which sharp cannot read.
  const twoSteps = alphaFromMask || facts.storedBits !== facts.bits;
  return { keep: false, select, write, twoSteps, roles: order, lossy };
}

const plainBytes = ({ width, height, bits }: RasterMetadata, bands: number): number =>
  width * height * bands * (bits / 8);

/** sharp refuses tiles that are much larger than the image. */
function blockSize(facts: RasterMetadata): number {
  const side = Math.min(facts.width, facts.height);
  return side >= 512 ? 512 : side >= 256 ? 256 : 128;
}
