/**
 * Boundary files with which people met a fault, each with what is right: drawn here anew, and where the originals lie
 * beside the repository, those too.
 */
import type { GardenPreview } from "@nihol/contract/geometry";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendFile } from "../support/attached-files-sender.ts";
import { both } from "../support/reported-files.ts";
import { type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let token: string;
beforeAll(async () => {
  server = await testApp();
  const person = await server.person("MasterAdmin");
  token = (await server.tokensOf(person.email)).access;
});
afterAll(() => server.close());

type Pair = [number, number];
const box = (w: number, s: number, side: number): Pair[] => [
  [w, s],
  [w + side, s],
  [w + side, s + side],
  [w, s + side],
  [w, s],
];
const [lon, lat, side] = [68.6, 38.5, 0.002];
const square = box(lon, lat, side);
const next = box(lon + 2 * side, lat, side);
const ringText = (ring: number[][], blank = "") => ring.map((p) => p.join(`,${blank}`)).join(" ");
const linear = (ring: number[][], blank?: string) =>
  `<LinearRing><coordinates>${ringText(ring, blank)}</coordinates></LinearRing>`;
const outer = (ring: number[][], blank?: string) =>
  `<outerBoundaryIs>${linear(ring, blank)}</outerBoundaryIs>`;
const inner = (...rings: number[][][]) =>
  `<innerBoundaryIs>${rings.map((ring) => linear(ring)).join("")}</innerBoundaryIs>`;
const mark = (inside: string, name = "Боғ") =>
  `<Placemark><name>${name}</name>${inside}</Placemark>`;
const kml = (marks: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${marks}</Document></kml>`;
const feature = (type: string, coordinates: unknown) =>
  JSON.stringify({
    type: "FeatureCollection",
    features: [{ type: "Feature", properties: { name: "Боғ" }, geometry: { type, coordinates } }],
  });
const zip = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
const link = (href: string) => `<NetworkLink><Link><href>${href}</href></Link></NetworkLink>`;
const polygon = (ring: number[][]) => `<Polygon>${outer(ring)}</Polygon>`;
const high = square.map(([x, y]) => [x, y, 812.5]);
const within = (at: number) => box(lon + at * side, lat + at * side, side / 5);

/** The rings of each part of each outline. */
const rings = (body: GardenPreview) =>
  body.features.map(({ boundary }) => boundary.coordinates.map((part) => part.length));
const taken =
  (expected: number[][], rejected: string[] = []) =>
  (status: number, body: GardenPreview) => {
    expect([status, rings(body), body.rejected.map(({ code }) => code)]).toEqual([
      200,
      expected,
      rejected,
    ]);
  };
const rejected = (...codes: string[]) => taken([], codes);

const files: [string, Uint8Array | string, (status: number, body: GardenPreview) => void][] = [
  [
    "geojson-hole-along-the-shell.geojson",
    feature("Polygon", [square, box(lon, lat + side / 4, side / 2)]),
    taken([[1]]),
  ],
  [
    "geojson-ring-touching-itself-hole.geojson",
    feature("Polygon", [
      [
        ...square.slice(0, 3),
        [lon + side / 2, lat + side],
        [lon + 0.75 * side, lat + side / 2],
        [lon + side / 4, lat + side / 2],
        [lon + side / 2, lat + side],
        ...square.slice(3),
      ],
    ]),
    taken([[2]]),
  ],
  [
    "geojson-multipolygon-empty-part.geojson",
    feature("MultiPolygon", [[square], []]),
    taken([[1]], ["empty"]),
  ],
  [
    "geojson-multipolygon-zero-area-part.geojson",
    feature("MultiPolygon", [
      [square],
      [
        [
          [lon, 38.6],
          [lon + side, 38.6],
          [lon + side / 2, 38.6],
          [lon, 38.6],
        ],
      ],
    ]),
    (status, body) => {
      taken([[1]], ["no_area"])(status, body);
      expect(body.rejected[0]?.reason).toMatch(/^Part 2 of the shape was left out/);
    },
  ],
  [
    "geojson-nearly-in-a-line.geojson",
    feature("Polygon", [
      [
        [lon, lat],
        [lon + side, lat + 2e-6],
        [lon + 2 * side, lat],
        [lon + side, lat - 2e-6],
        [lon, lat],
      ],
    ]),
    taken([[1]]),
  ],
  [
    "geojson-polygon-flat-coordinates.geojson",
    feature(
      "Polygon",
      square.map(([x, y]) => [x, y, 0]),
    ),
    rejected("coordinates_unreadable"),
  ],
  [
    "geojson-two-points-and-back.geojson",
    feature("Polygon", [[square[0], square[2], square[0]]]),
    rejected("too_few_points"),
  ],
  [
    "geojsonl-one-feature-a-line.geojsonl",
    [square, next, within(5)]
      .map((ring) =>
        JSON.stringify({
          type: "Feature",
          properties: {},
          geometry: { type: "Polygon", coordinates: [ring] },
        }),
      )
      .join("\n"),
    taken([[1], [1], [1]]),
  ],
  [
    "kml-arcgis-html-description.kml",
    kml(
      mark(
        `<description><![CDATA[<table><tr><td>NAME_TG</td></tr></table>]]></description><ExtendedData><SchemaData><SimpleData name="NAME_TG">Боғи Сомон</SimpleData></SchemaData></ExtendedData><MultiGeometry>${polygon(square)}<Point><coordinates>${lon},${lat}</coordinates></Point></MultiGeometry>`,
        "0",
      ),
    ),
    (status, body) => {
      taken([[1]])(status, body);
      expect(body.features[0]?.name).toBe("Боғи Сомон");
    },
  ],
  [
    "kml-comma-blank-coordinates.kml",
    kml(mark(`<Polygon>${outer(high, " ")}</Polygon>`)),
    taken([[1]]),
  ],
  [
    "kml-first-point-four-times.kml",
    kml(mark(polygon([...Array(3).fill(square[0]), ...square]))),
    taken([[1]]),
  ],
  [
    "kml-gx-track-of-a-walk.kml",
    kml(
      mark(
        `<gx:Track>${square.map((p) => `<gx:coord>${p.join(" ")} 810</gx:coord>`).join("")}</gx:Track>`,
      ),
    ),
    rejected("track_ignored"),
  ],
  [
    "kml-inner-before-outer-second.kml",
    kml(
      mark(
        `<MultiGeometry>${polygon(square)}<Polygon>${inner(box(lon + 2.2 * side, lat + 0.2 * side, side / 4))}${outer(next)}</Polygon></MultiGeometry>`,
      ),
    ),
    taken([[1, 2]]),
  ],
  [
    "kml-multipolygon-element.kml",
    kml(mark(`<MultiPolygon>${polygon(square)}${polygon(next)}</MultiPolygon>`)),
    taken([[1, 1]]),
  ],
  [
    "kml-name-decomposed-nfd.kml",
    kml(mark(polygon(square), "Боғи Рӯдакӣ ва Ёвон".normalize("NFD"))),
    (status, body) => {
      taken([[1]])(status, body);
      expect(body.features[0]?.name).toBe("Боғи Рӯдакӣ ва Ёвон");
    },
  ],
  [
    "kml-old-namespace-2-1-no-document.kml",
    `<kml xmlns="http://earth.google.com/kml/2.1">${mark(`<Polygon>${outer(high)}</Polygon>`)}</kml>`,
    taken([[1]]),
  ],
  [
    "kml-two-holes-in-one-inner.kml",
    kml(mark(`<Polygon>${outer(square)}${inner(within(0.1), within(0.6))}</Polygon>`)),
    taken([[3]]),
  ],
  [
    "kml-walk-crosses-itself-at-the-close.kml",
    kml(
      mark(
        polygon([
          ...square.slice(0, 4),
          [lon + side / 2, lat - side / 10],
          [lon - side / 10, lat - side / 20],
          [lon, lat],
        ]),
      ),
    ),
    (status, body) => {
      rejected("self_intersection")(status, body);
      expect(body.rejected[0]?.reason).toMatch(/longitude 68\.\d+, latitude 38\.\d+/);
    },
  ],
  [
    "kml-z-and-altitude-mode.kml",
    kml(
      mark(
        `<Polygon><extrude>1</extrude><altitudeMode>absolute</altitudeMode>${outer(high)}</Polygon>`,
      ),
    ),
    taken([[1]]),
  ],
  [
    "kmz-inner-links-percent-and-blank.kmz",
    zip({
      "doc.kml": kml(
        ["files/New%20list.kml", "files/%D0%91%D0%BE%D2%93.kml", "files/third list.kml"]
          .map(link)
          .join(""),
      ),
      "files/New list.kml": kml(mark(polygon(square))),
      "files/Боғ.kml": kml(mark(polygon(next))),
      "files/third list.kml": kml(mark(polygon(within(5)))),
    }),
    taken([[1], [1], [1]]),
  ],
  [
    "kmz-powershell-backslashes.kmz",
    zip({ "doc.kml": kml(mark(polygon(square))), "files\\icon.png": "x" }),
    taken([[1]]),
  ],
  [
    "zip-three-kml-no-doc.zip",
    zip({
      "garden-1.kml": kml(mark(polygon(square))),
      "garden-2.kml": kml(mark(polygon(next))),
      "garden-3.kml": kml(mark(polygon(within(5)))),
    }),
    taken([[1], [1], [1]]),
  ],
];

test.each(
  files.flatMap(([name, own, check]) =>
    both(name, own).map(([title, bytes]) => ({ title, bytes, check })),
  ),
)("$title", async ({ title, bytes, check }) => {
  const name = title.split(" ").at(-1) ?? "";
  const { status, body } = await sendFile<GardenPreview>(
    server,
    token,
    "/garden/boundary-preview",
    { name, bytes },
  );
  check(status, body);
});
