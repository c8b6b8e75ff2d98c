/** Web Map Tile Service 1.0.0 (OGC 07-057r7): its capabilities, and the address of a tile by REST or key and value. */
import { fetchLimits, type SourceSettings } from "@nihol/contract/values/imagery/imagery-sources";
import type { Bbox } from "@nihol/geo/geometry";
import type { SourceFetcher } from "../fetch/source-fetcher.ts";
import { listed, SourceProblem } from "../fetch/source-problem.ts";
import { timeOf } from "./offered-days.ts";
import { bboxOfTexts, childAt, childrenOf, readXml, textAt, type XmlElement } from "./xml.ts";

interface Wmts {
  layers: string[];
  layer: string;
  matrixSet: string;
  /** Days as the server writes them; empty where it has no time. */
  dates: string[];
  /** Area that the layer covers, degrees; null where the server does not say. */
  extent: Bbox | null;
  format: string;
  maxZoom: number;
  minZoom: number;
  addressOf: (z: number, x: number, y: number, day: string) => string;
}

/** Scale denominator of level 0 of WebMercatorQuad, by pixels of 0.28 mm (OGC 17-083r4). */
const rootScale = 559_082_264.0287178;
const isMercator = (crs: string) => /(?:^|[:/])(?:3857|900913|102100|3785)$/.test(crs.trim());

interface MatrixSet {
  name: string;
  /** The server's own names of levels, by level. */
  levels: Map<number, string>;
}

/** Sets of matrices that are WebMercatorQuad, the numbering of web maps, in tiles of 256 pixels. */
function webMercatorSets(contents: XmlElement | undefined): MatrixSet[] {
  return childrenOf(contents, "TileMatrixSet")
    .filter((set) => isMercator(textAt(set, "SupportedCRS")))
    .map((set) => {
      const levels = new Map<number, string>();
      for (const matrix of childrenOf(set, "TileMatrix")) {
        const level = Math.log2(rootScale / Number(textAt(matrix, "ScaleDenominator")));
        const [x = 0] = textAt(matrix, "TopLeftCorner").split(/\s+/).map(Number);
        const isUsual =
          Math.abs(level - Math.round(level)) < 0.01 && Math.abs(x + 20_037_508.34) < 1000;
        if (isUsual && textAt(matrix, "TileWidth") === "256")
          levels.set(Math.round(level), textAt(matrix, "Identifier"));
      }
      return { name: textAt(set, "Identifier"), levels };
    })
    .filter(({ levels }) => levels.size > 0);
}

const formats = ["image/png", "image/jpeg", "image/webp"];

/** The address of GetTile by key and value, where the server has one. */
function keyValueAddress(root: XmlElement): string {
  const operations = childrenOf(childAt(root, "OperationsMetadata"), "Operation");
  const tile = operations.find(({ attributes }) => attributes.name === "GetTile");
  return childAt(tile, "DCP", "HTTP", "Get")?.attributes.href ?? "";
}

/** Reads the capabilities at the source's address. @throws SourceProblem */
export async function readWmts(
  settings: SourceSettings,
  fetcher: SourceFetcher,
  signal?: AbortSignal,
): Promise<Wmts> {
  const expected = { kind: "xml", maxBytes: fetchLimits.documentBytes } as const;
  const { bytes, url } = await fetcher.get(capabilitiesAddress(settings.address), expected, signal);
  const root = await readXml(bytes.toString("utf8"));
  if (root.name !== "Capabilities")
    throw new SourceProblem("source_not_wmts", { found: root.name.slice(0, 40) });
  const contents = childAt(root, "Contents");
  const layers = childrenOf(contents, "Layer");
  const names = layers.map((one) => textAt(one, "Identifier"));
  const layer = settings.layer
    ? layers.find((one) => textAt(one, "Identifier") === settings.layer)
    : layers[0];
  if (!layer)
    throw new SourceProblem("source_layer", { layer: settings.layer, layers: listed(names) });
  const linked = childrenOf(layer, "TileMatrixSetLink").map((link) =>
    textAt(link, "TileMatrixSet"),
  );
  const set = webMercatorSets(contents).find(({ name }) => linked.includes(name));
  if (!set) throw new SourceProblem("source_matrix", { sets: listed(linked) });
  const offered = childrenOf(layer, "Format").map(({ text }) => text.trim());
  const format = formats.find((one) => offered.includes(one));
  if (!format) throw new SourceProblem("source_format", { formats: listed(offered) });
  const time = childrenOf(layer, "Dimension").find((one) =>
    /^time$/i.test(textAt(one, "Identifier")),
  );
  const dates = childrenOf(time, "Value").map(({ text }) => text.trim());
  const restTemplate = childrenOf(layer, "ResourceURL").find(
    ({ attributes }) => attributes.resourceType === "tile" && attributes.format === format,
  )?.attributes.template;
  const style =
    childrenOf(layer, "Style").find(({ attributes }) => attributes.isDefault === "true") ??
    childAt(layer, "Style");
  const zooms = [...set.levels.keys()];
  const values = {
    Layer: textAt(layer, "Identifier"),
    Style: textAt(style, "Identifier") || "default",
    TileMatrixSet: set.name,
  };
  const base = keyValueAddress(root) || url;
  return {
    layers: names,
    layer: values.Layer,
    matrixSet: set.name,
    dates,
    extent: bboxOfTexts(
      ["LowerCorner", "UpperCorner"].flatMap((corner) =>
        textAt(layer, "WGS84BoundingBox", corner).split(/\s+/),
      ),
    ),
    format,
    maxZoom: Math.max(...zooms),
    minZoom: Math.min(...zooms),
    addressOf(z, x, y, day) {
      const TileMatrix = set.levels.get(z) ?? String(z);
      const written = dates.length > 0 ? timeOf(dates, day, settings.date_format) : "";
      const all = { ...values, TileMatrix, TileRow: String(y), TileCol: String(x), Time: written };
      return restTemplate ? filled(restTemplate, all) : keyed(base, all, format);
    },
  };
}

/** Address of the capabilities: the record may hold that of the document itself, or the service's address alone. */
function capabilitiesAddress(address: string): string {
  if (/\.xml(?:$|\?)|request=GetCapabilities/i.test(address)) return address;
  return withQuery(address, { SERVICE: "WMTS", REQUEST: "GetCapabilities", VERSION: "1.0.0" });
}

/** An address with parameters; those of the same name, whatever the case, are replaced. */
export function withQuery(address: string, values: Record<string, string>): string {
  // Only the first "?" begins the query: MapServer's may name a file with others in it.
  const [path = "", ...parts] = address.split("?");
  const query = parts.join("?");
  const taken = new Set(Object.keys(values).map((key) => key.toLowerCase()));
  const kept = [...new URLSearchParams(query)].filter(([key]) => !taken.has(key.toLowerCase()));
  return `${path}?${new URLSearchParams([...kept, ...Object.entries(values)])}`;
}

/** Names in a template may be written in any case. */
function filled(template: string, values: Record<string, string>): string {
  const byName = new Map(Object.entries(values).map(([key, value]) => [key.toLowerCase(), value]));
  return template.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const value = byName.get(name.toLowerCase());
    return value === undefined ? whole : encodeURIComponent(value);
  });
}

const keyed = (base: string, { Time, ...values }: Record<string, string>, format: string) =>
  withQuery(base, {
    SERVICE: "WMTS",
    REQUEST: "GetTile",
    VERSION: "1.0.0",
    FORMAT: format,
    ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key.toUpperCase(), value])),
    ...(Time ? { TIME: Time } : {}),
  });
