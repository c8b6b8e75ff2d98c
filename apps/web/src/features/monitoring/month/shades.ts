/**
 * Shades from little to much that hold for colour-blind eyes and grow lighter evenly: viridis (van der Walt and Smith,
 * 2015), seven steps; the ink that is read on each.
 */
export const shades = [
  { fill: "#440154", ink: "#ffffff" },
  { fill: "#443983", ink: "#ffffff" },
  { fill: "#31688e", ink: "#ffffff" },
  { fill: "#21918c", ink: "#000000" },
  { fill: "#35b779", ink: "#000000" },
  { fill: "#90d743", ink: "#000000" },
  { fill: "#fde725", ink: "#000000" },
] as const;

/** The shade of a value between the lowest and the highest; the middle one where all are the same. */
export function shadeOf(value: number, low: number, high: number): (typeof shades)[number] {
  const share = high > low ? (value - low) / (high - low) : 0.5;
  const place = Math.min(shades.length - 1, Math.max(0, Math.floor(share * shades.length)));
  return shades[place] ?? shades[0];
}
