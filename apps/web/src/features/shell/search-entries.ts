/** Entries that the search shows for the typed text: places by coordinates, screens, actions, and the server's results. */
import type { UserProfile } from "@nihol/contract/people/sign-in";
import type { SearchAnswer } from "@nihol/contract/search";
import type { SearchKind } from "@nihol/contract/values/search-kinds";
import { foldText } from "@nihol/locales/search-text";
import { History, MapPin } from "lucide-react";
import type { RecentEntry } from "../../lib/api/recently-opened.ts";
import type { ScreenId } from "../../lib/navigation/screens.ts";
import { stringifySearch } from "../../lib/navigation/search-params.ts";
import { mayOpenDashboard } from "../../lib/permissions.ts";
import { coordinateText } from "../../lib/text/coordinate-text.ts";
import { readCoordinates } from "../../lib/text/read-coordinates.ts";
import { screenIcons } from "./screen-icons.ts";
import {
  type Commands,
  commandsLike,
  type SearchEntry,
  type SearchWords,
} from "./search-commands.ts";
import { type Settlement, settlementsLike } from "./settlements.ts";

export interface EntryGroup {
  id: string;
  title: string;
  entries: SearchEntry[];
}

/** Where a row of each kind opens, and the screen whose name and sign its group has. */
const kindScreens: Record<SearchKind, { screen: ScreenId; to: (id: number) => string }> = {
  garden: { screen: "gardens", to: (id) => `/admin/gardens?open=${id}` },
  task: { screen: "tree_task", to: (id) => `/admin/tree_task?open=${id}` },
  image: { screen: "image_processing_ai", to: (id) => `/admin/image_processing_ai/${id}` },
  device: { screen: "monitoring_devices", to: (id) => `/admin/monitoring_devices?open=${id}` },
  violation: { screen: "violation", to: (id) => `/admin/violation?open=${id}` },
  district: { screen: "districts", to: (id) => `/admin/districts?open=${id}` },
  region: { screen: "regions", to: (id) => `/admin/regions?open=${id}` },
  person: { screen: "users", to: (id) => `/admin/users?open=${id}` },
  employee: {
    screen: "ministry_employees",
    to: (id) => `/admin/ministry?view=employees&open=${id}`,
  },
  organization: { screen: "ministry", to: (id) => `/admin/ministry?open=${id}` },
};

/** Results for the typed text, and the person who searches. */
interface Found {
  answer: SearchAnswer | undefined;
  settlements: readonly Settlement[];
  /** Entries opened last, the newest first. */
  recent: readonly RecentEntry[];
  profile: UserProfile | null;
}

/** Zoom levels at which a point and a settlement are shown. */
const zooms = { point: 14, settlement: 11 };

type Point = { latitude: number; longitude: number };

/** A place on the dashboard's map, or on the map of what the person may see. */
const placeEntries =
  (profile: UserProfile | null) =>
  (title: string, { latitude, longitude }: Point, zoom: number): SearchEntry => {
    const at = `${latitude},${longitude},${zoom}`;
    const to = mayOpenDashboard(profile)
      ? `/admin${stringifySearch({ at })}`
      : `/admin/home${stringifySearch({ view: "map", at })}`;
    return { key: `place-${at}`, title, icon: MapPin, to };
  };
type PlaceEntry = ReturnType<typeof placeEntries>;

/** "38.54, 68.78" as a place. */
function coordinateEntries(typed: string, placeEntry: PlaceEntry): SearchEntry[] {
  const place = readCoordinates(typed);
  if (!place) return [];
  return [placeEntry(coordinateText(place.latitude, place.longitude, 5), place, zooms.point)];
}

function foundGroups(answer: SearchAnswer | undefined, words: SearchWords): EntryGroup[] {
  return (answer?.groups ?? []).map(({ kind, rows }) => {
    const { screen, to } = kindScreens[kind];
    const entries = rows.map(({ id, title, note, number, date }): SearchEntry => {
      const name = number === null ? title : `№ ${number} · ${title}`;
      const facts = [note, date && words.date(date)].filter(Boolean).join(" · ");
      return {
        ...{ key: `${kind}-${id}`, title: name, note: facts, isWritten: true },
        ...{ icon: screenIcons[screen], to: to(id) },
      };
    });
    return { id: kind, title: words.text(`app:screen_${screen}`), entries };
  });
}

/**
 * Groups in the order in which they are shown. Before anything is typed: what was opened last, actions and screens. Then
 * a place, screens and actions that are named by what was typed, what the server found, settlements; screens and actions
 * that are only like it where nothing else is as it was typed.
 */
export function entryGroups(
  typed: string,
  { answer, settlements, recent, profile }: Found,
  words: SearchWords,
): EntryGroup[] {
  const folded = foldText(typed);
  const commands = commandsLike(typed, profile, words);
  const group = (id: string, title: string, entries: SearchEntry[]): EntryGroup => ({
    ...{ id, title: words.text(title), entries },
  });
  const asGroups = (id: string, found: Commands) => [
    group(`screens${id}`, "app:screens", found.screens),
    group(`actions${id}`, "search:actions", found.actions),
  ];
  const shown = (groups: EntryGroup[]) => groups.filter(({ entries }) => entries.length > 0);
  const last = recent.map((entry) => ({ ...entry, key: `recent-${entry.to}`, icon: History }));
  if (typed.trim() === "")
    return shown([
      group("recent", "search:recent", last),
      ...asGroups("", commands.named).reverse(),
    ]);

  const placeEntry = placeEntries(profile);
  const isLoose =
    !answer?.exact && commands.named.screens.length + commands.named.actions.length === 0;
  const places = settlementsLike(settlements, folded, isLoose);
  return shown([
    group("place", "search:place", coordinateEntries(typed, placeEntry)),
    ...asGroups("", commands.named),
    ...foundGroups(answer, words),
    group(
      "settlements",
      "search:place",
      places.map((one) => placeEntry(one.names[words.language], one, zooms.settlement)),
    ),
    ...(isLoose ? asGroups("-like", commands.like) : []),
  ]);
}
