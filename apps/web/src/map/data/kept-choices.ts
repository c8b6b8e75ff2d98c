/** Choices of a person on their maps, kept in the browser for them alone; what the address says comes first. */
import { useState } from "react";
import { userStore } from "../../lib/api/session.ts";
import { keepLocally } from "../../lib/browser/keep-locally.ts";
import { type MapSearch, readMapSearch, usualLayers } from "./map-search.ts";

/** A map that remembers, and the layers that are on there at first. */
export type KeptMap = { name: "dashboard" | "home"; usual: string };

const kinds = ["layers", "show", "base", "graticule", "orthophoto"] as const;
type Choices = Pick<MapSearch, (typeof kinds)[number]>;
type Kept = { maps?: Record<string, Choices>; closed?: boolean };

/** `{"7": {"maps": {"dashboard": {"base": "dark"}}, "closed": true}}`: by the number of the person. */
const key = "map_choices";

function all(): Record<string, Kept | undefined> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

const own = (): Kept => all()[userStore().userData?.id ?? ""] ?? {};

function keep(change: Kept): void {
  const { userData } = userStore();
  if (!userData) return;
  const next = { ...own(), ...change };
  keepLocally(key, JSON.stringify({ ...all(), [userData.id]: next }));
}

/** Tells whether this person closed the panel of layers. */
export const isPanelClosed = (): boolean => own().closed === true;
export const keepPanelClosed = (closed: boolean): void => keep({ closed });

/** Reads what is kept of a map, without what is usual there. */
function keptChoices({ name }: KeptMap): Choices {
  const kept = readMapSearch({ ...own().maps?.[name] });
  return Object.fromEntries(kinds.flatMap((one) => (kept[one] ? [[one, kept[one]]] : [])));
}

/** Keeps a change of the map; what is usual again is forgotten. */
function keepChoices(map: KeptMap, change: MapSearch): void {
  if (!kinds.some((one) => one in change)) return;
  const next: Choices = { ...keptChoices(map), ...pick(change) };
  if ((next.layers ?? usualLayers) === map.usual) delete next.layers;
  else next.layers ??= usualLayers;
  keep({ maps: { ...own().maps, [map.name]: next } });
}

const pick = (change: MapSearch): Choices =>
  Object.fromEntries(kinds.flatMap((one) => (one in change ? [[one, change[one]]] : [])));

type Change = (next: MapSearch) => void;

/**
 * The map's address with what is kept where the address says nothing. The first change writes that into the address
 * too, so that it always says what the map shows.
 */
export function useKeptChoices(map: KeptMap, search: MapSearch, onSearch: Change) {
  const [kept, setKept] = useState(() => keptChoices(map));
  const missing = (choices: Choices): Choices =>
    Object.fromEntries(
      Object.entries(choices).filter(([one]) => search[one as keyof Choices] === undefined),
    );
  const layers = search.layers ?? kept.layers ?? map.usual;
  return {
    search: { ...search, ...missing(kept), layers },
    onSearch(next: MapSearch) {
      keepChoices(map, next);
      const now = keptChoices(map);
      setKept(now);
      // Layers as they are usual elsewhere are written out where others are usual.
      const written =
        "layers" in next && map.usual !== usualLayers
          ? { ...next, layers: next.layers ?? usualLayers }
          : next;
      onSearch({ ...missing(now), ...written });
    },
  };
}
