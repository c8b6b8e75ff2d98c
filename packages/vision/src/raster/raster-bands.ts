import type { BandRoles, RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";

type Samples = Uint8Array | Uint16Array;

/** Copies `count` pixels from the file's band order to red, green, blue[, infrared]; `from` and `to` are pixel numbers. */
export function orderBands(
  source: Samples,
  channels: number,
  from: number,
  target: Samples,
  to: number,
  count: number,
  roles: BandRoles,
): void {
  const order = [roles.red, roles.green, roles.blue, ...(roles.nir ? [roles.nir] : [])].map(
    (band) => band - 1,
  );
  const bands = order.length;
  if (channels === bands && order.every((band, i) => band === i)) {
    target.set(source.subarray(from * channels, (from + count) * channels), to * bands);
    return;
  }
  for (let i = 0; i < count; i++) {
    const s = (from + i) * channels;
    const t = (to + i) * bands;
    for (let b = 0; b < bands; b++) target[t + b] = source[s + (order[b] ?? 0)] ?? 0;
  }
}

/**
 * Writes 1 for image and 0 for nothing: by alpha, else by the no-data value held by every colour band. Of 8 bits alpha
 * counts from half on, of 16 bits any but 0.
 */
export function maskOf(
  source: Samples,
  channels: number,
  from: number,
  valid: Uint8Array,
  to: number,
  count: number,
  facts: RasterMetadata,
): void {
  const { roles, nodata } = facts;
  if (roles.alpha) {
    const min = facts.bits === 8 ? 128 : 1;
    for (let i = 0; i < count; i++)
      valid[to + i] = (source[(from + i) * channels + roles.alpha - 1] ?? 0) >= min ? 1 : 0;
    return;
  }
  if (nodata === null) {
    valid.fill(1, to, to + count);
    return;
  }
  const colours = [roles.red, roles.green, roles.blue, ...(roles.nir ? [roles.nir] : [])];
  for (let i = 0; i < count; i++) {
    const s = (from + i) * channels;
    valid[to + i] = colours.every((band) => source[s + band - 1] === nodata) ? 0 : 1;
  }
}
