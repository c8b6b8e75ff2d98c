import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { BOUNDARY_FILE_CODES, BOUNDARY_LIMITS } from "../src/files/boundary-codes.ts";
import { readBoundaryFile } from "../src/files/boundary-file.ts";
import { toGeoJson, toKml } from "../src/files/write-boundary.ts";
import { refusalOf } from "./real-files.ts";

const ring = "68.7,38.5 68.8,38.5 68.8,38.6 68.7,38.5";
const polygon = (coordinates = ring) =>
  `<Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
const placemark = (inner: string, name = "Боғ") =>
  `<Placemark><name>${name}</name>${inner}</Placemark>`;
const kml = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document>\n${inner}\n</Document></kml>`;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string, name = "x.kml") => readBoundaryFile(bytesOf(text), name);
const square = {
  type: "Polygon",
  coordinates: [
    [
      [68, 38],
      [69, 38],
      [69, 39],
      [68, 39],
      [68, 38],
    ],
  ],
};

describe("KML", () => {
  test.each([
    "http://earth.google.com/kml/2.0",
    "http://earth.google.com/kml/2.1",
    "http://www.opengis.net/kml/2.3",
    "",
  ])("of the namespace '%s' is read", (uri) => {
    expect(read(`<kml xmlns="${uri}">${placemark(polygon())}</kml>`).features.length).toBe(1);
  });

  test("with a prefix on every element is read", () => {
    const text = `<k:kml xmlns:k="x"><k:Placemark><k:name>A</k:name><k:Polygon><k:outerBoundaryIs><k:LinearRing><k:coordinates>${ring}</k:coordinates></k:LinearRing></k:outerBoundaryIs></k:Polygon></k:Placemark></k:kml>`;
    expect(read(text).features[0]?.name).toBe("A");
  });

  test("in Windows-1251 and UTF-16 is read by what it declares", () => {
    const text = kml(placemark(polygon())).replace("UTF-8", "windows-1251").replace("Боғ", "Сад");
    const cyrillic = Uint8Array.from(text, (c) =>
      c >= "А" && c <= "я" ? c.charCodeAt(0) - 0x350 : c.charCodeAt(0),
    );
    expect(readBoundaryFile(cyrillic, "x").features[0]?.name).toBe("Сад");
    const wide = new Uint8Array(
      new Uint16Array([...`\ufeff${kml(placemark(polygon()))}`].map((c) => c.charCodeAt(0))).buffer,
    );
    expect(readBoundaryFile(wide, "x").features[0]?.name).toBe("Боғ");
  });

  test("whose bytes do not fit the encoding is refused", () => {
    const bytes = bytesOf(kml(placemark(polygon(), "?")));
    bytes[bytes.indexOf(0x3f, 60)] = 0xc3;
    expect(refusalOf(bytes)).toMatchObject({ code: "encoding_unreadable", what: "utf-8" });
  });

  test("cut off in the middle is malformed, with the line", () => {
    expect(refusalOf(kml(placemark(polygon())).slice(0, 200))).toMatchObject({
      code: "xml_malformed",
      line: 4,
    });
  });

  test("with blanks around the commas and altitudes is read", () => {
    const [feature] = read(
      kml(placemark(polygon("68.7, 38.5, 800 68.8 ,38.5,801\n\t68.8,38.6,0 68.7,38.5,800"))),
    ).features;
    expect(feature?.multiPolygon.coordinates[0]?.[0]?.length).toBe(4);
    expect(feature?.fixes).toContain("altitude_dropped");
  });

  test("takes a closed line as a polygon and rejects an open one", () => {
    const line = (c: string) =>
      placemark(`<LineString><coordinates>${c}</coordinates></LineString>`);
    const file = read(kml(line(ring) + line("68,38 69,39")));
    expect(file.features.length).toBe(1);
    expect(file.rejected).toMatchObject([
      { index: 1, code: "not_a_polygon", detail: { what: "LineString" } },
    ]);
  });

  test("whose holes stand before their outer rings keeps them with their own polygon", () => {
    const side = (tag: string, coordinates: string) =>
      `<${tag}><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></${tag}>`;
    const square = (w: number, s: number, e: number, n: number) =>
      [
        [w, s],
        [e, s],
        [e, n],
        [w, n],
        [w, s],
      ]
        .map((p) => p.join(","))
        .join(" ");
    const shell = (w: number) => side("outerBoundaryIs", square(w, 38, w + 1, 39));
    const hole = (w: number) => side("innerBoundaryIs", square(w + 0.25, 38.25, w + 0.5, 38.5));
    const two = `<MultiGeometry><Polygon>${shell(68)}${hole(68)}</Polygon><Polygon>${hole(70)}${shell(70)}</Polygon></MultiGeometry>`;
    const [both, alone] = read(
      kml(placemark(two) + placemark(`<Polygon>${hole(68)}${shell(68)}</Polygon>`)),
    ).features;
    expect(both?.multiPolygon.coordinates.map((rings) => rings.length)).toEqual([2, 2]);
    expect(alone?.multiPolygon.coordinates.map((rings) => rings.length)).toEqual([2]);
    expect(read(kml(placemark(`<Polygon>${hole(68)}</Polygon>`))).rejected).toMatchObject([
      { code: "empty" },
    ]);
  });

  test("reads name and data that stand after the geometry", () => {
    const data = '<ExtendedData><Data name="code"><value>7</value></Data></ExtendedData>';
    const [feature] = read(
      kml(`<Placemark>${polygon()}${data}<name>Баъд</name></Placemark>`),
    ).features;
    expect(feature).toMatchObject({ name: "Баъд", properties: { code: "7" } });
  });

  test("joins the polygons of a MultiGeometry into one feature", () => {
    const far = "70,38 71,38 71,39 70,38";
    const [feature] = read(
      kml(
        placemark(
          `<MultiGeometry>${polygon()}<MultiGeometry>${polygon(far)}</MultiGeometry></MultiGeometry>`,
        ),
      ),
    ).features;
    expect(feature?.multiPolygon.coordinates.length).toBe(2);
  });

  test("names network links and never follows them", () => {
    const link =
      "<NetworkLink><name>L</name><Link><href>http://example.com/a.kml</href></Link></NetworkLink>";
    expect(read(kml(link)).rejected).toMatchObject([
      {
        name: "L",
        code: "network_link_not_followed",
        detail: { what: "http://example.com/a.kml" },
      },
    ]);
  });

  test("with too many elements, features or positions is refused", () => {
    expect(refusalOf(kml("<a/>".repeat(BOUNDARY_LIMITS.xmlElements)))?.code).toBe(
      "xml_too_many_elements",
    );
    expect(refusalOf(kml("<Placemark/>".repeat(BOUNDARY_LIMITS.features + 1)))?.code).toBe(
      "too_many_features",
    );
    const many = "1,1 2,2 ".repeat(BOUNDARY_LIMITS.positions / 2 + 1);
    expect(refusalOf(kml(placemark(polygon(many))))?.code).toBe("too_many_positions");
  });

  test("gives a nameless polygon the name of its file, and none to several", () => {
    const nameless = `<Placemark>${polygon()}</Placemark>`;
    expect(read(kml(nameless), "Боғи Рӯдакӣ.kml").features[0]?.name).toBe("Боғи Рӯдакӣ");
    expect(read(kml(nameless + nameless), "a.kml").features.map((f) => f.name)).toEqual(["", ""]);
  });

  test("keeps an attribute called __proto__ as an attribute", () => {
    const data = '<ExtendedData><Data name="__proto__"><value>1</value></Data></ExtendedData>';
    const properties = read(kml(placemark(data + polygon()))).features[0]?.properties ?? {};
    expect(Object.keys(properties)).toEqual(["__proto__"]);
  });
});

describe("KMZ", () => {
  const zip = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

  test("named .kml is read as the KMZ that it is", () => {
    const bytes = zip({ "a.kml": kml(""), "doc.kml": kml(placemark(polygon())) });
    expect(readBoundaryFile(bytes, "x.kml").features.length).toBe(1);
  });

  test("with a path out of the archive is refused", () => {
    const slash = (name: string) => name.replaceAll("\\", "/");
    for (const name of [
      "../doc.kml",
      "/doc.kml",
      "a/../../doc.kml",
      "C:/doc.kml",
      "a\\..\\..\\doc.kml",
      "\\doc.kml",
    ]) {
      expect(refusalOf(zip({ "doc.kml": kml(""), [name]: "x" }))).toMatchObject({
        code: "kmz_unsafe_path",
        what: slash(name),
      });
    }
  });

  test("made by PowerShell, with backslashes between folders, is read", () => {
    const link = "<NetworkLink><Link><href>Qabatlar/Bir.kml</href></Link></NetworkLink>";
    const bytes = zip({ "doc.kml": kml(link), "qabatlar\\bir.kml": kml(placemark(polygon())) });
    expect(readBoundaryFile(bytes, "x.kmz")).toMatchObject({
      features: [{ name: "Боғ" }],
      rejected: [],
    });
  });

  test("follows links with escapes, backslashes and other capitals", () => {
    const link = (href: string) => `<NetworkLink><Link><href>${href}</href></Link></NetworkLink>`;
    const file = readBoundaryFile(
      zip({
        "doc.kml": kml(
          ["a/%D2%9A%D0%B8%D1%81%D0%BC%201.kml", "A\\қисм 2.KML", "100%.kml"].map(link).join(""),
        ),
        "a/Қисм 1.kml": kml(placemark(polygon(), "1")),
        "a/Қисм 2.kml": kml(placemark(polygon(), "2")),
        "100%.kml": kml(placemark(polygon(), "3")),
      }),
      "x.kmz",
    );
    expect(file.features.map(({ name }) => name)).toEqual(["1", "2", "3"]);
    expect(file.rejected).toEqual([]);
  });

  test("without doc.kml, as any ZIP of KML files, is read with all of them, named by their files", () => {
    const nameless = kml(`<Placemark>${polygon()}</Placemark>`);
    const files = {
      "боғ 1.kml": nameless,
      "боғ 2.kml": nameless,
      "x/боғ 3.kml": kml(placemark(polygon(), "Се")),
    };
    const three = readBoundaryFile(zip(files), "x.zip");
    expect(three.features.map(({ name }) => name)).toEqual(["боғ 1", "боғ 2", "Се"]);
    const more = readBoundaryFile(
      zip({ ...files, "doc.kml": kml(placemark(polygon(), "Аввал")) }),
      "x.kmz",
    );
    expect(more.features.map(({ name }) => name)).toEqual(["Аввал", "боғ 1", "боғ 2", "Се"]);
  });

  test("that would unpack to more than 100 MB is refused while unpacking", () => {
    const bomb = zipSync({
      "doc.kml": new Uint8Array(BOUNDARY_LIMITS.unpackedBytes + 1000).fill(32),
    });
    expect(refusalOf(bomb)?.code).toBe("unpacked_too_large");
  });

  test("cut off or altered is damaged", () => {
    const bytes = zip({ "doc.kml": kml(placemark(polygon())) });
    expect(refusalOf(bytes.subarray(0, bytes.length - 30))?.code).toBe("kmz_damaged");
    const lying = bytes.slice();
    const directory = lying.findLastIndex((b, i) => b === 0x50 && lying[i + 2] === 1);
    lying[directory + 24] = (lying[directory + 24] ?? 0) + 1;
    expect(refusalOf(lying)).toMatchObject({ code: "kmz_damaged", what: "size" });
  });

  test("follows links inside itself only, each once", () => {
    const link = (href: string) => `<NetworkLink><Link><href>${href}</href></Link></NetworkLink>`;
    const file = readBoundaryFile(
      zip({
        "doc.kml": kml(link("layers/a.kml") + link("doc.kml") + link("missing.kml")),
        "layers/a.kml": kml(
          placemark(polygon()) + link("../doc.kml") + link("../../../etc/passwd"),
        ),
      }),
      "x.kmz",
    );
    expect(file.features.length).toBe(1);
    expect(file.rejected.map(({ detail }) => detail.what)).toEqual([
      "missing.kml",
      "../../../etc/passwd",
    ]);
  });
});

describe("GeoJSON", () => {
  test("is read as geometry, collection of geometries, feature and collection of features", () => {
    const feature = { type: "Feature", properties: { name: "A", code: 7 }, geometry: square };
    const collection = { type: "FeatureCollection", features: [feature, feature] };
    const geometries = {
      type: "GeometryCollection",
      geometries: [square, { type: "Point", coordinates: [1, 2] }],
    };
    expect(read(JSON.stringify(square)).features.length).toBe(1);
    expect(read(JSON.stringify(geometries)).features[0]?.fixes).toContain(
      "other_geometries_ignored",
    );
    expect(read(JSON.stringify(feature)).features[0]).toMatchObject({
      name: "A",
      properties: { code: "7" },
    });
    expect(read(`\ufeff ${JSON.stringify(collection)}`).features.length).toBe(2);
  });

  test.each(["urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:EPSG::4326", "EPSG:4326"])(
    "with crs %s is read",
    (name) => {
      expect(
        read(JSON.stringify({ ...square, crs: { type: "name", properties: { name } } })).features
          .length,
      ).toBe(1);
    },
  );

  test("with another crs is refused with its name", () => {
    const crs = { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::32642" } };
    expect(refusalOf(JSON.stringify({ ...square, crs }))).toEqual({
      code: "crs_not_wgs84",
      what: "urn:ogc:def:crs:EPSG::32642",
    });
  });

  test("in metres without a crs is out of range, with the place", () => {
    const metres = {
      type: "Polygon",
      coordinates: [
        [
          [500000, 4200000],
          [500100, 4200000],
          [500100, 4200100],
          [500000, 4200000],
        ],
      ],
    };
    expect(read(JSON.stringify(metres)).rejected).toMatchObject([
      { code: "coordinates_out_of_range", detail: { lon: 500000, lat: 4200000 } },
    ]);
  });

  test("that is malformed is refused with line and column", () => {
    expect(refusalOf('{\n "type": "Feature",\n oops }')).toEqual({
      code: "json_malformed",
      line: 3,
      column: 2,
    });
  });

  test.each([
    ['{"type":"Topology"}', "topojson"],
    ["[1,2]", "json"],
    ['{"a":1}', "json"],
  ])("%s is not a boundary file", (text, what) => {
    expect(refusalOf(text)).toEqual({ code: "not_a_boundary_file", what });
  });

  test("with broken members has each feature checked on its own", () => {
    const features = [
      null,
      5,
      { type: "Feature" },
      { geometry: { type: "Polygon", coordinates: [[["a", 1]]] } },
      { geometry: { type: "Polygon", coordinates: null } },
      { geometry: square },
    ];
    const file = read(JSON.stringify({ type: "FeatureCollection", features }));
    expect(file.features.length).toBe(1);
    expect(file.rejected.map(({ code }) => code)).toEqual([
      "no_geometry",
      "no_geometry",
      "no_geometry",
      "coordinates_unreadable",
      "coordinates_unreadable",
    ]);
  });

  test("nested beyond reason ends with an answer", () => {
    const text = `${'{"type":"GeometryCollection","geometries":['.repeat(3000)}${"]}".repeat(3000)}`;
    expect(read(text).rejected[0]?.code).toBe("too_complex");
    expect(refusalOf("[".repeat(1_000_000))?.code).toBe("json_malformed");
  });
});

describe("writing", () => {
  const [source] = read(kml(placemark(polygon()))).features;
  const boundary = {
    name: `Боғ <1> & "2"\u0007`,
    properties: { code: "TJ-1", "a<b": 5 },
    geometry: source?.multiPolygon ?? { type: "MultiPolygon" as const, coordinates: [] },
  };

  test.each([
    ["KML", toKml([boundary], "Боғҳо")],
    ["GeoJSON", toGeoJson([boundary])],
  ])("%s comes back the same", (_, text) => {
    const [feature] = read(text).features;
    expect(feature?.name).toBe('Боғ <1> & "2"');
    expect(feature?.multiPolygon).toEqual(boundary.geometry);
    expect(feature?.properties).toMatchObject({ code: "TJ-1", "a<b": "5" });
  });
});

test("codes are distinct snake_case words", () => {
  expect(new Set(BOUNDARY_FILE_CODES).size).toBe(BOUNDARY_FILE_CODES.length);
  for (const code of BOUNDARY_FILE_CODES) expect(code).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
});

test("a file above 20 MB is refused before it is read", () => {
  expect(refusalOf(new Uint8Array(BOUNDARY_LIMITS.fileBytes + 1))?.code).toBe("file_too_large");
});
