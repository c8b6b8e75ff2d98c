/** Real boundary files, kept outside the repository: where they are at hand the tests of samples try them too. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BoundaryFileError } from "../src/files/boundary-codes.ts";
import { readBoundaryFile } from "../src/files/boundary-file.ts";
import type { Sample } from "./boundary-samples.ts";

const folder = join(import.meta.dirname, "../../../../shared/data/real");

/** The same rows with the files in place of their paths; none where the files are not at hand. */
function whereAtHand<Rest extends unknown[]>(rows: [string, ...Rest][]): [Sample, ...Rest][] {
  if (!existsSync(join(folder, "kml"))) return [];
  return rows.map(([path, ...rest]) => {
    const name = path.split("/").at(-1) ?? "";
    return [{ name, bytes: new Uint8Array(readFileSync(join(folder, path))) }, ...rest];
  });
}

/** The code and parameters with which a file is refused; undefined when it is read. */
export function refusalOf(bytes: Uint8Array | string, name = "garden.kml") {
  try {
    readBoundaryFile(typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes, name);
  } catch (error) {
    if (error instanceof BoundaryFileError) return { code: error.code, ...error.params };
    throw error;
  }
}

/** Polygons and area (m²) by ogrinfo (GDAL 3.6.2) with Spatialite's ST_Area on the ellipsoid. */
export const realReadable = whereAtHand<[number, number]>([
  ["kml/valid/gdal__samples.kml", 9, 294_534.78],
  ["kml/valid/libkml__testdata_kml_kmlsamples.kml", 9, 294_534.78],
  ["kml/valid/giscore__Polygon_InnerBoundaryPoly-Pentagon.kml", 1, 120_948.24],
  ["kml/valid/giscore__Polygon_polyInnerBoundaries.kml", 1, 63_180_259.3],
  ["kml/valid/hotosm__testFile.kml", 1, 117_877.67],
  ["kml/valid/qgroundcontrol__test_MissionManager_PolygonGood.kml", 1, 4_633.26],
  ["kml/valid/qgroundcontrol__test_Utilities_Geo_polygon.kml", 1, 9_813_924_968.6],
  ["kml/valid/togeojson__polygon.kml", 1, 3_378.38],
  ["kml/valid/togeojson__styles.kml", 1, 561_308.6],
  ["kml/valid/togeojson__timespan.kml", 1, 940_191.7],
  ["kml/derived-by-us/outside-tajikistan.kml", 1, 47_168_725],
  ["kml/derived-by-us/tj-all.kmz", 62, 142_424_086_335],
  ["kml/derived-by-us/tj-district-ghafurov-hole.kml", 1, 2_891_163_554],
  ["kml/derived-by-us/tj-districts-khatlon.kml", 25, 24_697_345_878],
  ["kml/derived-by-us/tj-ogr-kml-driver.kml", 1, 932_968_789],
  ["kml/derived-by-us/tj-utf8-bom-crlf.kml", 1, 932_968_789],
  ["uploads/made-by-us/Боғи Рӯдакӣ — нақша (1).kml", 1, 48_417_211.2],
]);

/** Files in which no feature has a polygon: how many features are left out for which reason. */
export const realWithoutPolygons = whereAtHand<[Record<string, number>]>([
  ["kml/valid/terria__vic_police.kml", { not_a_polygon: 346 }],
  ["kml/valid/terria__vic_police.kmz", { not_a_polygon: 346 }],
  ["kml/valid/libkml__testdata_kml_gnis-ak-first-101.kml", { not_a_polygon: 101 }],
  ["kml/valid/gdal__gxtrack.kml", { track_ignored: 1 }],
  ["kml/valid/togeojson__gxmultitrack.kml", { not_a_polygon: 2, track_ignored: 1 }],
  ["kml/valid/cesium__Specs_Data_KML_simple.kmz", { not_a_polygon: 1 }],
  ["kml/valid/gdal__folder_with_subfolder_placemark.kml", { no_geometry: 1 }],
  ["kml/bad/cesium__Specs_Data_KML_unsupported.kml", { overlay_ignored: 2 }],
  ["kml/bad/togeojson__bad.kml", { not_a_polygon: 1, coordinates_unreadable: 2 }],
  ["kml/bad/qgroundcontrol__test_MissionManager_PolygonMissingNode.kml", { no_geometry: 1 }],
  ["kml/bad/libkml__testdata_kml_invalid_descriptions.kml", { no_geometry: 3 }],
  ["kml/bad/giscore__sloppy_badAtom.kml", { not_a_polygon: 1 }],
  ["kml/derived-by-us/bowtie.kml", { self_intersection: 1 }],
]);

/** Files that are refused as a whole, with the code and what the text of the refusal names. */
export const realRefused = whereAtHand<[Record<string, string | number>]>([
  ["kml/bad/gdal__empty.kml", { code: "no_features" }],
  ["kml/bad/giscore__sloppy_readme.txt", { code: "not_a_boundary_file", what: "text" }],
  ["kml/bad/libkml__testdata_kml_101_nested_elements.kml", { code: "xml_too_deep" }],
  ["kml/bad/libkml__testdata_kml_101_nested_folders.kml", { code: "xml_too_deep" }],
  ["kml/bad/libkml__testdata_kmz_nokml.kmz", { code: "kmz_without_kml" }],
  [
    "kml/bad/qgroundcontrol__test_MissionManager_PolygonBadXml.kml",
    { code: "xml_malformed", line: 2 },
  ],
  ["uploads/made-by-us/empty.kml", { code: "file_empty" }],
  ["uploads/made-by-us/html-named.jpg", { code: "not_a_boundary_file", what: "html" }],
  ["uploads/made-by-us/jpeg-named.kml", { code: "not_a_boundary_file", what: "jpeg" }],
  ["uploads/hostile/defusedxml__dtd.xml", { code: "not_a_boundary_file", what: "html" }],
  ["uploads/hostile/defusedxml__external_file.xml", { code: "xml_doctype_refused" }],
  ["uploads/hostile/defusedxml__xmlbomb.xml", { code: "xml_doctype_refused" }],
  ["uploads/hostile/yauzl__absolute_path_atxt.zip", { code: "kmz_unsafe_path", what: "/atxt" }],
  [
    "uploads/hostile/yauzl__invalid_relative_path_xt.zip",
    { code: "kmz_unsafe_path", what: "../xt" },
  ],
  ["uploads/good/filetype__fixture.docx", { code: "kmz_without_kml" }],
  ["uploads/good/filetype__fixture.pdf", { code: "not_a_boundary_file", what: "pdf" }],
]);

/** The 62 districts of a country, by its survey. */
export const realDistricts = whereAtHand<[]>([["kml/derived-by-us/tj-all.kmz"]]);
