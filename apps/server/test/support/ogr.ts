/** Reads with GDAL what we wrote into a file. Without GDAL these calls fail, and with them the tests. */
import { execFileSync } from "node:child_process";

export interface OgrLayer {
  count: number;
  geometry: string;
  /** west, south, east, north; undefined for a layer without shapes. */
  extent: number[] | undefined;
  /** Column: type, as ogrinfo names it. */
  columns: Record<string, string>;
}

interface OgrFeature {
  properties: Record<string, string | number | boolean | null>;
  geometry: { type: string; coordinates: unknown } | null;
}

const run = (program: string, args: string[]) =>
  execFileSync(program, args, {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "pipe"],
  });

/** The only layer of a file. */
export function ogrLayer(path: string): OgrLayer {
  const said = run("ogrinfo", ["-ro", "-so", "-al", path]);
  const sides = /^Extent: \((.+), (.+)\) - \((.+), (.+)\)$/m.exec(said)?.slice(1).map(Number);
  return {
    count: Number(/^Feature Count: (\d+)$/m.exec(said)?.[1]),
    geometry: /^Geometry: (.+)$/m.exec(said)?.[1] ?? "",
    extent: sides,
    columns: Object.fromEntries(
      [...said.matchAll(/^(\S[^:\n]*): (\w+(?:\(\w+\))?) \(\d+\.\d+\)/gm)].map(([, name, type]) => [
        name,
        type,
      ]),
    ),
  };
}

/** Its features in their order. */
export function ogrFeatures(path: string): OgrFeature[] {
  const said = run("ogr2ogr", [
    "-f",
    "GeoJSON",
    "-lco",
    "COORDINATE_PRECISION=9",
    "/vsistdout/",
    path,
  ]);
  return (JSON.parse(said) as { features: OgrFeature[] }).features;
}
