/**
 * Boundary files as the world's programs write them, written by us: small, one trait each. Where the
 * collection of real files lies beside the project, `real-files.ts` adds those.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";

export interface Sample {
  name: string;
  bytes: Uint8Array;
}

type Box = [west: number, south: number, east: number, north: number];

/** A box as KML writes a ring, counter-clockwise, closed, with altitudes. */
const ring = ([w, s, e, n]: Box, altitude = ",0") =>
  [`${w},${s}`, `${e},${s}`, `${e},${n}`, `${w},${n}`, `${w},${s}`]
    .map((position) => position + altitude)
    .join(" ");
const linearRing = (coordinates: string) =>
  `<LinearRing><coordinates>${coordinates}</coordinates></LinearRing>`;
const polygon = (outer: string, holes: string[] = []) =>
  `<Polygon><outerBoundaryIs>${linearRing(outer)}</outerBoundaryIs>${holes
    .map((hole) => `<innerBoundaryIs>${linearRing(hole)}</innerBoundaryIs>`)
    .join("")}</Polygon>`;
const placemark = (name: string, inner: string) =>
  `<Placemark><name>${name}</name>${inner}</Placemark>`;
const kml = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${inner}</Document></kml>`;
const point = placemark("Дарахт", "<Point><coordinates>68.8,38.5,0</coordinates></Point>");
const line =
  "<LineString><tessellate>1</tessellate><coordinates>68,38,0 69,39,0</coordinates></LineString>";
const track = (at: number) =>
  `<gx:Track><when>2024-05-28T12:00:00Z</when><when>2024-05-28T13:00:00Z</when><gx:coord>${at} 38 0</gx:coord><gx:coord>${at} 39 0</gx:coord></gx:Track>`;

const sample = (name: string, text: string | Uint8Array): Sample => ({
  name,
  bytes: typeof text === "string" ? strToU8(text) : text,
});
const kmz = (name: string, files: Record<string, string | Uint8Array>) => {
  const entries = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === "string" ? strToU8(content) : content,
  ]);
  return sample(name, zipSync(Object.fromEntries(entries)));
};

/** File as a globe viewer saves it: styles, camera, folders in folders, altitudes, markup in descriptions. */
const globeViewer = kml(`
<name>Боғҳо.kmz</name><open>1</open>
<Style id="s"><LineStyle><color>ff00ff55</color></LineStyle><PolyStyle><fill>0</fill></PolyStyle></Style>
<StyleMap id="m"><Pair><key>normal</key><styleUrl>#s</styleUrl></Pair></StyleMap>
<LookAt><longitude>68.75</longitude><latitude>38.55</latitude><range>900</range></LookAt>
<Folder><name>Шимол</name><Folder><name>Боғҳои нав</name>
<Placemark><name>Боғи 1</name><description><![CDATA[<b>120</b> дарахт]]></description><styleUrl>#m</styleUrl>
<TimeSpan><begin>2024-03</begin></TimeSpan>
<Polygon><extrude>1</extrude><tessellate>1</tessellate><altitudeMode>relativeToGround</altitudeMode><outerBoundaryIs>${linearRing(`
  ${ring([68.7, 38.5, 68.71, 38.51], ",812.4").replaceAll(" ", "\n  ")}
`)}</outerBoundaryIs></Polygon></Placemark></Folder></Folder>
${placemark("Боғи 2", polygon(ring([68.8, 38.5, 68.81, 38.51])))}
${placemark("Боғи 3", `<MultiGeometry>${polygon(ring([68.9, 38.5, 68.91, 38.51]))}${polygon(ring([68.92, 38.5, 68.93, 38.51]))}</MultiGeometry>`)}`);

/** File as GDAL's LIBKML driver writes it: a schema, attributes by its names. */
const withSchema = kml(`<Schema name="districts" id="districts">
<SimpleField name="Name" type="string"/><SimpleField name="pcode" type="string"/></Schema>
<Folder><name>districts</name>${placemark(
  "Исфара",
  `<Style><LineStyle><color>ff0000ff</color></LineStyle></Style><ExtendedData><SchemaData schemaUrl="#districts"><SimpleData name="pcode">3507252</SimpleData></SchemaData></ExtendedData>${polygon(ring([70.5, 40, 70.7, 40.2], ""))}`,
)}</Folder>`);

const districts = Array.from({ length: 62 }, (_, i): [string, Box] => {
  const [west, south] = [68 + (i % 8) * 0.2, 37 + Math.floor(i / 8) * 0.2];
  return [`Ноҳияи ${i + 1}`, [west, south, west + 0.2, south + 0.2]];
});

/**
 * Files that are read, with the number of their polygons and their area in m². The areas are those of
 * Spatialite's ST_Area on the ellipsoid (GDAL 3.6).
 */
export const readable: [Sample, number, number][] = [
  [sample("globe-viewer.kml", globeViewer), 3, 3_873_078.28],
  [
    sample(
      "holes.kml",
      kml(
        placemark(
          "Бо сӯрох",
          polygon(ring([68, 38, 68.1, 38.1]), [
            ring([68.01, 38.01, 68.03, 38.03]),
            ring([68.05, 38.05, 68.09, 38.06]),
          ]),
        ),
      ),
    ),
    1,
    89_630_174.43,
  ],
  [sample("schema.kml", withSchema), 1, 378_719_482.05],
  [sample("bom-crlf.kml", `\ufeff${withSchema.replaceAll("\n", "\r\n")}`), 1, 378_719_482.05],
  [
    kmz("districts.kmz", {
      "doc.kml": kml(districts.map(([name, box]) => placemark(name, polygon(ring(box)))).join("")),
      "files/icon.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
    }),
    62,
    24_248_961_343.55,
  ],
  [
    sample("far-away.kml", kml(placemark("Far", polygon(ring([-60.1, -3.1, -60, -3]))))),
    1,
    122_921_004.63,
  ],
  [
    sample(
      "Боғи Рӯдакӣ — нақша (1).kml",
      kml(placemark("", polygon(ring([68.78, 38.57, 68.79, 38.58])))),
    ),
    1,
    967_343.17,
  ],
];

/** Files in which no feature has a polygon: how many features are left out for which reason. */
export const withoutPolygons: [Sample, Record<string, number>][] = [
  [sample("points.kml", kml(point.repeat(346))), { not_a_polygon: 346 }],
  [kmz("points.kmz", { "doc.kml": kml(point.repeat(101)) }), { not_a_polygon: 101 }],
  [sample("track.kml", kml(placemark("Роҳ", track(68)))), { track_ignored: 1 }],
  [
    sample(
      "tracks.kml",
      kml(
        `${point}${placemark("Хат", line)}${placemark("Роҳ", `<gx:MultiTrack>${track(68)}${track(69)}</gx:MultiTrack>`)}`,
      ),
    ),
    { not_a_polygon: 2, track_ignored: 1 },
  ],
  [
    sample("bare.kml", kml("<Folder><name>a</name><Folder/><Placemark/></Folder>")),
    { no_geometry: 1 },
  ],
  [
    sample(
      "descriptions.kml",
      kml(
        "<Placemark><description><b>bold</b><description>a<i>b</i></description></description></Placemark>".repeat(
          3,
        ),
      ),
    ),
    { no_geometry: 3 },
  ],
  [
    sample("overlays.kml", kml("<PhotoOverlay></PhotoOverlay><ScreenOverlay></ScreenOverlay>")),
    { overlay_ignored: 2 },
  ],
  [
    sample(
      "words.kml",
      kml(
        `${point}${placemark("a", "<LineString><coordinates>no,no,0 68,no,0</coordinates></LineString>")}${placemark("b", polygon("no,30 no,30 no,30 no,30"))}`,
      ),
    ),
    { not_a_polygon: 1, coordinates_unreadable: 2 },
  ],
  [
    sample(
      "undeclared.kml",
      kml(`<atom:link href="http://maps.example.org/?a=0&amp;b=1"/>${point}`),
    ),
    { not_a_polygon: 1 },
  ],
];

/** Crosses itself at 68.75, 38.55, on its second line. */
export const bowtie = sample(
  "bowtie.kml",
  kml(placemark("bowtie", polygon("68.70,38.50 68.80,38.60 68.80,38.50 68.70,38.60 68.70,38.50"))),
);

/** A name that is markup; it is kept as the text that it is. */
export const markup = "<img src=x onerror=alert(1)>";
export const markupName = sample(
  "markup.kml",
  kml(placemark(`<![CDATA[${markup}]]>`, polygon(ring([68.7, 38.5, 68.8, 38.6])))),
);

const nested = (tag: string) => kml(`<${tag}>`.repeat(101) + `</${tag}>`.repeat(101));
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0]);
const html =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html><body>text</body></html>';
const entities = (definitions: string) =>
  `<!DOCTYPE kml [${definitions}]>\n${kml(placemark("&a;", polygon(ring([68, 38, 69, 39])))).replace(/<\?xml.*\?>\n/, "")}`;

/** Files that are refused as a whole, with the code and what the text of the refusal names. */
export const refused: [Sample, Record<string, string | number>][] = [
  [sample("empty.kml", ""), { code: "file_empty" }],
  [sample("nothing-in-it.kml", kml("<name>Test</name>")), { code: "no_features" }],
  [sample("readme.txt", "Read me first.\n"), { code: "not_a_boundary_file", what: "text" }],
  [
    sample("named.jpg", "<html><body></body></html>"),
    { code: "not_a_boundary_file", what: "html" },
  ],
  [sample("page.xml", html), { code: "not_a_boundary_file", what: "html" }],
  [sample("photo.kml", jpeg), { code: "not_a_boundary_file", what: "jpeg" }],
  [sample("letter.pdf", "%PDF-1.7\n%âãÏÓ\n"), { code: "not_a_boundary_file", what: "pdf" }],
  [sample("deep-elements.kml", nested("a")), { code: "xml_too_deep" }],
  [sample("deep-folders.kml", nested("Folder")), { code: "xml_too_deep" }],
  [sample("cut.kml", kml(placemark("a", "<Polygon>"))), { code: "xml_malformed", line: 2 }],
  [
    sample("external.kml", entities('<!ENTITY a SYSTEM "file:///etc/passwd">')),
    { code: "xml_doctype_refused" },
  ],
  [
    sample("bomb.kml", entities('<!ENTITY b "1234567890"><!ENTITY a "&b;&b;&b;&b;&b;&b;&b;&b;">')),
    { code: "xml_doctype_refused" },
  ],
  [kmz("pictures.kmz", { "a.png": jpeg }), { code: "kmz_without_kml" }],
  [
    kmz("letter.docx", { "[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>" }),
    { code: "kmz_without_kml" },
  ],
  [kmz("absolute.kmz", { "/atxt": "a" }), { code: "kmz_unsafe_path", what: "/atxt" }],
  [kmz("relative.kmz", { "../xt": "a" }), { code: "kmz_unsafe_path", what: "../xt" }],
];

/** A KMZ of a few kilobytes with 50 MB of blanks before its polygon. */
export const blanks = kmz("blanks.kmz", {
  "doc.kml": kml(" ".repeat(50_000_000) + placemark("a", polygon(ring([68, 38, 69, 39])))),
});

/** Every sample, for what must hold for any file. */
export const samples: Sample[] = [
  ...readable.map(([one]) => one),
  ...withoutPolygons.map(([one]) => one),
  ...refused.map(([one]) => one),
  bowtie,
  markupName,
];

/** The regions of the demonstration: real borders, from Natural Earth, with exclaves and islands. */
export const regions = sample(
  "regions.geojson",
  readFileSync(join(import.meta.dirname, "../../seed/seed/territory/regions.geojson")),
);
