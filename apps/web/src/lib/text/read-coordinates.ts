const degrees = String.raw`([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?`;
const pair = new RegExp(
  String.raw`^\s*${degrees}\s*([NSСЮns]?)(?:\s*[,;]\s*|\s+)${degrees}\s*([EWВЗew]?)\s*$`,
);

/**
 * Reads a place as people copy it, latitude first: "38.5357, 68.7790", "38,5357 68,7790", "38.5357° N 68.7790° E".
 * Undefined when it is no place on Earth, or two whole numbers, which may be anything.
 */
export function readCoordinates(text: string): { latitude: number; longitude: number } | undefined {
  const [, first, north, second, east] = pair.exec(text) ?? [];
  if (first === undefined || second === undefined) return undefined;
  if (!/[.,]/.test(first) || !/[.,]/.test(second)) return undefined;
  const read = (value: string, negative: boolean) =>
    Number(value.replace(",", ".")) * (negative ? -1 : 1);
  const latitude = read(first, /[SЮs]/.test(north ?? ""));
  const longitude = read(second, /[WЗw]/.test(east ?? ""));
  return Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180
    ? { latitude, longitude }
    : undefined;
}
