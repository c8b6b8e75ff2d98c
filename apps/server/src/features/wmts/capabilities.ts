/** The document of OGC Web Map Tile Service 1.0.0 (OGC 07-057r7): each image is a layer of the usual web tiles. */
import { paths } from "@nihol/contract/values/paths";
import { escapeXml } from "@nihol/geo/files/write-boundary";
import type { ImageRow } from "../../shared/open-data/catalogue-queries.ts";

/** The well-known scale set of OGC 07-057r7, annex E.4: square tiles of 256 pixels in EPSG:3857. */
const matrixSet = "GoogleMapsCompatible";
const wellKnown = "urn:ogc:def:wkss:OGC:1.0:GoogleMapsCompatible";
/** Of zoom 0: the world's 40,075,016.69 m in 256 pixels of 0.28 mm. */
const topScale = 559_082_264.028_717_8;
const origin = 20_037_508.342_789_2;
/** The deepest zoom that tiles are asked for at. */
const maxZoom = 22;
const namespaces = [
  ["", "http://www.opengis.net/wmts/1.0"],
  [":ows", "http://www.opengis.net/ows/1.1"],
  [":xlink", "http://www.w3.org/1999/xlink"],
];

const matrix = (zoom: number) => `<TileMatrix><ows:Identifier>${zoom}</ows:Identifier>
<ScaleDenominator>${topScale / 2 ** zoom}</ScaleDenominator>
<TopLeftCorner>${-origin} ${origin}</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight>
<MatrixWidth>${2 ** zoom}</MatrixWidth><MatrixHeight>${2 ** zoom}</MatrixHeight></TileMatrix>`;

const matrices = `<TileMatrixSet><ows:Identifier>${matrixSet}</ows:Identifier>
<ows:SupportedCRS>urn:ogc:def:crs:EPSG::3857</ows:SupportedCRS>
<WellKnownScaleSet>${wellKnown}</WellKnownScaleSet>
${Array.from({ length: maxZoom + 1 }, (_, zoom) => matrix(zoom)).join("\n")}
</TileMatrixSet>`;

function layer(
  api: string,
  search: string,
  { id, file_name, captured_on, attribution, bbox }: ImageRow,
): string {
  const [west, south, east, north] = bbox;
  const tiles = `${api}${paths.imageTiles}/${id}/{TileMatrix}/{TileCol}/{TileRow}${search}`;
  const about = attribution ? `<ows:Abstract>${escapeXml(attribution)}</ows:Abstract>` : "";
  return `<Layer><ows:Title>${escapeXml(`${captured_on} ${file_name}`)}</ows:Title>${about}
<ows:WGS84BoundingBox><ows:LowerCorner>${west} ${south}</ows:LowerCorner>
<ows:UpperCorner>${east} ${north}</ows:UpperCorner></ows:WGS84BoundingBox>
<ows:Identifier>image-${id}</ows:Identifier>
<Style isDefault="true"><ows:Identifier>default</ows:Identifier></Style><Format>image/webp</Format>
<TileMatrixSetLink><TileMatrixSet>${matrixSet}</TileMatrixSet></TileMatrixSetLink>
<ResourceURL format="image/webp" resourceType="tile" template="${escapeXml(tiles)}"/></Layer>`;
}

/**
 * @param api the address of `/api`, without a slash at its end
 * @param token of a program that sends no header: its tiles' addresses need it as this document's did
 */
export function capabilitiesOf(
  api: string,
  images: readonly ImageRow[],
  token: string | undefined,
): string {
  const search = token === undefined ? "" : `?${new URLSearchParams({ token })}`;
  const own = `${api}${paths.wmts}/1.0.0/WMTSCapabilities.xml${search}`;
  const spaces = namespaces.map(([prefix, uri]) => `xmlns${prefix}="${uri}"`).join(" ");
  return `<?xml version="1.0" encoding="UTF-8"?>
<Capabilities ${spaces} version="1.0.0">
<ows:ServiceIdentification><ows:Title>Nihol</ows:Title><ows:ServiceType>OGC WMTS</ows:ServiceType>
<ows:ServiceTypeVersion>1.0.0</ows:ServiceTypeVersion></ows:ServiceIdentification>
<Contents>
${[...images.map((image) => layer(api, search, image)), matrices].join("\n")}
</Contents>
<ServiceMetadataURL xlink:href="${escapeXml(own)}"/>
</Capabilities>
`;
}
