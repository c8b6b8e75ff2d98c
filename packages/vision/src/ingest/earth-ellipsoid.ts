import { ImageRefused } from "@nihol/geo/tiff/refusal";

/** Name, semi-major axis, inverse flattening, and in WKT 2 the unit of the axis in metres. */
const ELLIPSOID =
  /\b(?:ELLIPSOID|SPHEROID)\["((?:[^"]|"")*)",\s*([\d.eE+-]+),\s*[\d.eE+-]+(?:,\s*LENGTHUNIT\["[^"]*",\s*([\d.eE+-]+))?/;

/**
 * Semi-major axes that are the Earth's, metres: every ellipsoid and sphere that was ever used for it lies within
 * (EPSG: 6,370,997 for a sphere to 6,378,405), with room for a project's own; Venus has 6,051,800, Mars 3,396,190.
 */
const [MIN_AXIS_M, MAX_AXIS_M] = [6_340_000, 6_400_000];

/**
 * Throws `not_on_earth` for a system of coordinates (WKT 1 or 2) on the ellipsoid of the Moon, of Mars, or of another
 * body: degrees there are not places here. A system without an ellipsoid says nothing and passes.
 */
export function refuseOtherBodies(wkt: string): void {
  const [, name = "", axis, unit] = ELLIPSOID.exec(wkt) ?? [];
  if (axis === undefined) return;
  const meters = Number(axis) * Number(unit ?? 1);
  if (meters >= MIN_AXIS_M && meters <= MAX_AXIS_M) return;
  throw new ImageRefused("not_on_earth", { ellipsoid: name.slice(0, 60) });
}
