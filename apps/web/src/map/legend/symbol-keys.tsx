import { useTranslation } from "react-i18next";
import { placeColors, treeColors } from "../data/map-style.ts";

const trees = [
  ["green", treeColors.green],
  ["not_green", treeColors.notGreen],
  ["unsure", treeColors.unsure],
] as const;

/** Explains the colours of trees: filled on the map, outlined over an image's own pixels. */
export function TreeKey({ isOutlined = false }: { isOutlined?: boolean }) {
  const { t } = useTranslation("map");
  return (
    <ul className="flex flex-wrap gap-x-3">
      {trees.map(([name, color]) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg aria-hidden viewBox="0 0 10 10" className="size-2.5">
            {isOutlined ? (
              <rect {...outline} stroke={color} />
            ) : (
              <circle cx="5" cy="5" r="4.5" fill={color} />
            )}
          </svg>
          {t(`tree_${name}`)}
        </li>
      ))}
    </ul>
  );
}

const outline = { x: 1, y: 1, width: 8, height: 8, fill: "none", strokeWidth: 2 };

const places = [
  ["occupied", <circle key="r" cx="5" cy="5" r="4" />],
  ["unsure", <circle key="r" cx="5" cy="5" r="2.2" />],
  ["missing", <path key="x" d="M1.5 1.5l7 7M8.5 1.5l-7 7" />],
  ["pit", <circle key="d" cx="5" cy="5" r="2.2" fill={placeColors.pit} />],
] as const;

/** Explains the symbols of the places of rows of young trees. */
export function PlaceSymbols() {
  const { t } = useTranslation("map");
  return (
    <ul className="flex flex-wrap gap-x-3">
      {places.map(([state, symbol]) => (
        <li key={state} className="flex items-center gap-1.5">
          <svg
            aria-hidden
            viewBox="0 0 10 10"
            className="size-2.5 fill-none stroke-[1.8]"
            stroke={placeColors[state]}
          >
            {symbol}
          </svg>
          {t(`place_${state}`)}
        </li>
      ))}
    </ul>
  );
}
