/** Web Map Service 1.3.0 and 1.1.1 (OGC 06-042): its capabilities, and the address of a map, with TIME where it has one. */
import { fetchLimits, type SourceSettings } from "@nihol/contract/values/imagery/imagery-sources";
import type { Bbox } from "@nihol/geo/geometry";
import type { SourceFetcher } from "../fetch/source-fetcher.ts";
import { listed, SourceProblem } from "../fetch/source-problem.ts";
import { timeOf } from "./offered-days.ts";
import { withQuery } from "./wmts.ts";
import { bboxOfTexts, childAt, childrenOf, readXml, textAt, type XmlElement } from "./xml.ts";

interface Wms {
  layers: string[];
  layer: string;
  /** Days or moments as the server writes them; empty where it has no time. An interval stands as it is written. */
  dates: string[];
  /** Area that the layer covers, degrees; null where the server does not say. */
  extent: Bbox | null;
  format: string;
  /** West, south, east and north in Web Mercator metres; a square of so many pixels. */
  addressOf: (
    bounds: readonly [number, number, number, number],
    pixels: number,
    day: string,
  ) => string;
}

const formats = ["image/png", "image/jpeg", "image/webp"];

/** All layers that can be asked for, with those above them, from which they take what they do not say themselves. */
function namedLayers(layer: XmlElement, above: XmlElement[] = []): XmlElement[][] {
  const path = [layer, ...above];
  const below = childrenOf(layer, "Layer").flatMap((one) => namedLayers(one, path));
  return textAt(layer, "Name") ? [path, ...below] : below;
}

const systemsOf = (path: XmlElement[]) =>
  path
    .flatMap((layer) => [...childrenOf(layer, "CRS"), ...childrenOf(layer, "SRS")])
    .flatMap(({ text }) => text.trim().split(/\s+/));

/** `<Dimension name="time">` of 1.3.0, `<Extent name="time">` of 1.1.1. */
function datesOf(path: XmlElement[]): string[] {
  const time = path
    .flatMap((layer) => [...childrenOf(layer, "Dimension"), ...childrenOf(layer, "Extent")])
    .find(
      ({ attributes, text }) => attributes.name?.toLowerCase() === "time" && text.trim() !== "",
    );
  return (
    time?.text
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean) ?? []
  );
}

/** `<EX_GeographicBoundingBox>` of 1.3.0, `<LatLonBoundingBox>` of 1.1.1: the layer's own, or the next one's above it. */
function extentOf(path: XmlElement[]): Bbox | null {
  const found = path.map((layer) => {
    const named = childAt(layer, "EX_GeographicBoundingBox");
    const { minx, miny, maxx, maxy } = childAt(layer, "LatLonBoundingBox")?.attributes ?? {};
    const sides = named
      ? ["westBoundLongitude", "southBoundLatitude", "eastBoundLongitude", "northBoundLatitude"]
      : [];
    return named ? sides.map((side) => textAt(named, side)) : [minx, miny, maxx, maxy];
  });
  return found.map(bboxOfTexts).find((one) => one !== null) ?? null;
}

/** Reads the capabilities at the source's address. @throws SourceProblem */
export async function readWms(
  settings: SourceSettings,
  fetcher: SourceFetcher,
  signal?: AbortSignal,
): Promise<Wms> {
  const asked = withQuery(settings.address, { SERVICE: "WMS", REQUEST: "GetCapabilities" });
  const expected = { kind: "xml", maxBytes: fetchLimits.documentBytes } as const;
  const { bytes } = await fetcher.get(asked, expected, signal);
  const root = await readXml(bytes.toString("utf8"));
  const isNew = root.name === "WMS_Capabilities";
  if (!isNew && root.name !== "WMT_MS_Capabilities")
    throw new SourceProblem("source_not_wms", {
      found: `${root.name} ${textAt(root, "ServiceException")}`.slice(0, 160),
    });
  const top = childAt(root, "Capability", "Layer");
  const all = top ? namedLayers(top) : [];
  const names = all.map(([layer]) => textAt(layer, "Name"));
  const found = settings.layer
    ? all[names.indexOf(settings.layer)]
    : (all.find((path) => childrenOf(path[0], "Layer").length === 0) ?? all[0]);
  if (!found)
    throw new SourceProblem("source_layer", {
      layer: settings.layer || "–",
      layers: listed(names),
    });
  if (!systemsOf(found).includes("EPSG:3857"))
    throw new SourceProblem("source_crs", { systems: listed([...new Set(systemsOf(found))]) });
  const offered = childrenOf(childAt(root, "Capability", "Request", "GetMap"), "Format").map(
    ({ text }) => text.trim(),
  );
  const format = formats.find((one) => offered.includes(one));
  if (!format) throw new SourceProblem("source_format", { formats: listed(offered) });
  const layer = textAt(found[0], "Name");
  const dates = datesOf(found);
  return {
    layers: names,
    layer,
    dates,
    extent: extentOf(found),
    format,
    addressOf: (bounds, pixels, day) =>
      withQuery(settings.address, {
        SERVICE: "WMS",
        REQUEST: "GetMap",
        VERSION: isNew ? "1.3.0" : "1.1.1",
        LAYERS: layer,
        STYLES: "",
        [isNew ? "CRS" : "SRS"]: "EPSG:3857",
        BBOX: bounds.map((metres) => metres.toFixed(4)).join(","),
        WIDTH: String(pixels),
        HEIGHT: String(pixels),
        FORMAT: format,
        ...(format === "image/png" ? { TRANSPARENT: "TRUE" } : {}),
        ...(dates.length > 0 ? { TIME: timeOf(dates, day, settings.date_format) } : {}),
      }),
  };
}
