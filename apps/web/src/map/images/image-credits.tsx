import { Layer, Source } from "@vis.gl/react-maplibre";

/** Images with whose they are, in words; empty where nothing is known. */
type Credited = { attribution?: string };

const none = { type: "FeatureCollection" as const, features: [] };

/** MapLibre writes attributions as HTML. */
export const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/** Names of those whose images are in sight, beside those of the base map. */
export function ImageCredits({ images }: { images: readonly Credited[] }) {
  const credits = [...new Set(images.map(({ attribution = "" }) => attribution))].filter(Boolean);
  return credits.map((credit) => (
    // Drawn nothing: a source is named for as long as a layer of it is there.
    <Source
      key={credit}
      id={`credit-${credit}`}
      type="geojson"
      data={none}
      attribution={escaped(credit)}
    >
      <Layer id={`credit-${credit}`} type="circle" />
    </Source>
  ));
}
