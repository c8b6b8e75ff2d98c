/** A place as a form holds it: typed numbers may not yet be one. */
export type Position = { latitude: number | null; longitude: number | null };

/** Six decimals are eleven centimetres. */
export const rounded = (degrees: number): number => Number(degrees.toFixed(6));

/** Tells whether both numbers are there and on the globe. */
export function isPlace(position: Position): position is { latitude: number; longitude: number } {
  const { latitude, longitude } = position;
  const within = (value: number | null, max: number) =>
    value !== null && Number.isFinite(value) && Math.abs(value) <= max;
  return within(latitude, 90) && within(longitude, 180);
}
