import { describe, expect, test } from "vitest";
import type { FeatureCode } from "../src/boundary-codes.ts";
import { hasRealFiles, readReal, realBytes, refusalOf } from "./real-files.ts";

const total = (path: string) => readReal(path).features.reduce((sum, f) => sum + f.areaM2, 0);

function rejections(path: string) {
  const counts: Partial<Record<FeatureCode, number>> = {};
  for (const { code } of readReal(path).rejected) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

describe.skipIf(!hasRealFiles)("real boundary files", () => {
  // Counts and areas by ogrinfo (GDAL 3.6.2) with Spatialite's ST_Area on the ellipsoid.
  test.each([
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
  ])("%s gives the polygons and the area that GDAL finds", (path, count, areaM2) => {
    expect(readReal(path).features.length).toBe(count);
    // Spatialite itself is off by up to 1e-4 on thin shapes.
    expect(Math.abs(total(path) / areaM2 - 1)).toBeLessThan(1.5e-4);
  });

  test("the same states come out of two exports of them", () => {
    const a = readReal("kml/valid/openlayers__examples_data_kml_states.kml").features;
    const b = readReal("kml/valid/libkml__examples_kml_polygons2d.kml").features;
    expect(a.length).toBe(50);
    expect(b.length).toBe(50);
    const sum = (list: typeof a) => list.reduce((s, f) => s + f.areaM2, 0);
    expect(sum(a) / sum(b)).toBeCloseTo(1, 6);
    expect(a.find(({ name }) => name === "Colorado")?.areaM2).toBeGreaterThan(2.6e11);
  });

  test.each([
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
  ])("%s has every feature without a polygon rejected by code", (path, codes) => {
    expect(rejections(path)).toEqual(codes);
    expect(readReal(path).features).toEqual([]);
  });

  test("the bowtie is reported with the place of its crossing and its line", () => {
    const [rejected] = readReal("kml/derived-by-us/bowtie.kml").rejected;
    expect(rejected?.detail.lon).toBeCloseTo(68.75, 9);
    expect(rejected?.detail.lat).toBeCloseTo(38.55, 9);
    expect(rejected?.line).toBe(2);
  });

  test.each([
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
  ])("%s is refused", (path, refusal) => {
    expect(refusalOf(realBytes(path))).toMatchObject(refusal);
  });

  test("a KMZ of 50 MB of blanks is read without keeping them", () => {
    const bytes = realBytes("uploads/made-by-us/kmz-50MB-of-spaces.kmz");
    const before = process.memoryUsage().rss;
    expect(refusalOf(bytes)).toBeUndefined();
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  test("a KMZ that links to its own files is read through the links", () => {
    const file = readReal("kml/valid/cesium__Specs_Data_KML_multilevel.kmz");
    expect(file.rejected.map(({ code }) => code)).not.toContain("network_link_not_followed");
  });

  test("names in Cyrillic and markup in names stay plain text", () => {
    expect(readReal("kml/derived-by-us/tj-utf8-bom-crlf.kml").features[0]?.name).toBe("Исфара");
    const [xss] = readReal("kml/derived-by-us/xss-name.kml").features;
    expect(xss?.name).toBe("<img src=x onerror=alert(1)>");
  });

  test("attributes come along for matching by code", () => {
    const [feature] = readReal("kml/derived-by-us/tj-districts-khatlon.kml").features;
    expect(feature?.properties.pcode).toBe("3507252");
  });
});
