import type { MultiPolygon } from "@nihol/contract/values/geometry";

const size = 320;
/** More points than pixels are not seen. */
const maxPoints = 4000;

/** The shape of a territory, north up, without a map. `label` is read aloud. */
export function BoundaryOutline({ boundary, label }: { boundary: MultiPolygon; label: string }) {
  const path = outline(boundary);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size + 8} ${path.height + 8}`}
      className="max-h-56 w-full rounded-lg bg-sunken"
    >
      <path
        d={path.d}
        fillRule="evenodd"
        strokeLinejoin="round"
        className="fill-accent-soft stroke-accent"
        strokeWidth={1.5}
      />
    </svg>
  );
}

/** An SVG path in a box `size` wide; degrees are made square at the middle latitude. */
function outline(boundary: MultiPolygon): { d: string; height: number } {
  const rings = boundary.coordinates.flat();
  const points = rings.flat();
  const step = Math.max(1, Math.ceil(points.length / maxPoints));
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = 0, y = 0] of points) {
    west = Math.min(west, x);
    east = Math.max(east, x);
    south = Math.min(south, y);
    north = Math.max(north, y);
  }
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = size / Math.max((east - west) * squeeze, (north - south) * 1.4, 1e-9);
  const shift = (size - (east - west) * squeeze * scale) / 2;
  const place = ([x = 0, y = 0]: number[]) =>
    `${(shift + (x - west) * squeeze * scale).toFixed(1)} ${((north - y) * scale).toFixed(1)}`;
  const d = rings
    .map(
      (ring) =>
        `M${ring
          .filter((_, at) => at % step === 0 || ring.length < 12)
          .map(place)
          .join("L")}Z`,
    )
    .join("");
  return { d, height: Math.max(1, (north - south) * scale) };
}
