import type { Garden } from "@nihol/contract/gardens";
import { Popup, useMap } from "@vis.gl/react-maplibre";
import { type ReactNode, useCallback, useState } from "react";
import type { AreaFilter } from "./data/map-data.ts";
import type { DateRange } from "./data/period-kinds.ts";
import { coversOf, popupPadding } from "./fit-padding.ts";
import { CellCard, NearerCard, PlaceCard, TreeCard } from "./hit-cards.tsx";
import { pointLayers } from "./layers/registry.ts";
import type { MapHit } from "./map-hit.ts";

type Props = {
  hit: MapHit;
  /** Those that the map has already. */
  gardens: readonly Garden[] | undefined;
  period: DateRange;
  area: AreaFilter;
  onClose: () => void;
};

/** Describes what was pressed, in a few lines. Regions and districts have the screen's own panel. */
export function HitPopup({ hit, onClose, ...others }: Props) {
  const name = `${hit.kind} ${hit.id}`;
  const [ready, setReady] = useState("");
  const handleReady = useCallback(() => setReady(name), [name]);
  const content = contentOf({ hit, ...others }, handleReady);
  const map = useMap().current;
  if (!content || !map) return null;
  const outer = map.getContainer().closest<HTMLElement>("[data-map-idle]");
  return (
    <Popup
      // Placed again when its lines have come, by their size.
      key={`${name} ${ready === name}`}
      longitude={hit.longitude}
      latitude={hit.latitude}
      onClose={onClose}
      closeOnClick={false}
      maxWidth="18rem"
      offset={8}
      padding={outer ? paddingIn(outer) : undefined}
    >
      {content}
    </Popup>
  );
}

const paddingIn = (outer: HTMLElement) =>
  popupPadding({ width: outer.clientWidth, height: outer.clientHeight }, coversOf(outer));

function contentOf(
  { hit, gardens, period, area }: Omit<Props, "onClose">,
  onReady: () => void,
): ReactNode {
  const { kind, id, properties } = hit;
  // From afar single points carry no id: thousands of ids would make the tiles ten times larger.
  if (kind === "tree" && id === 0) return <NearerCard />;
  if (kind === "tree" || kind === "crown") return <TreeCard {...{ id, onReady }} />;
  if (kind === "cell") return <CellCard properties={properties} />;
  if (kind === "place") return <PlaceCard properties={properties} />;
  const layer = pointLayers.find(({ hit }) => hit === kind);
  return layer ? <layer.Card {...{ id, onReady, area, period, gardens }} /> : null;
}
