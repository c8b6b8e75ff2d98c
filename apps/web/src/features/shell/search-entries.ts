/** What the search shows for what was typed: places by coordinates, screens, actions, and what the server found. */
import type { UserProfile } from "@nihol/contract/people/sign-in";
import type { SearchAnswer } from "@nihol/contract/search";
import type { Language } from "@nihol/contract/values/languages";
import type { SearchKind } from "@nihol/contract/values/search/search-kinds";
import { foldText, matchOf } from "@nihol/locales/search-text";
import { ListPlus, type LucideIcon, MapPin } from "lucide-react";
import { type ScreenId, screensFor, viewOf } from "../../lib/navigation/screens.ts";
import { stringifySearch } from "../../lib/navigation/search-params.ts";
import { mayOpenDashboard } from "../../lib/permissions.ts";
import { coordinateText } from "../../lib/text/coordinate-text.ts";
import { readCoordinates } from "../../lib/text/read-coordinates.ts";
import { screenIcons } from "./screen-icons.ts";
import { actionsFor } from "./search-actions.ts";
import { type Settlement, settlementsLike } from "./settlements.ts";

export interface SearchEntry {
  key: string;
  title: string;
  note?: string | undefined;
  /** Words that somebody wrote, in whatever language. */
  isWritten?: boolean;
  icon: LucideIcon;
  to: string;
}
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

/** What was found for what was typed, and who searches. */
export interface Found {
  answer: SearchAnswer | undefined;
  settlements: readonly Settlement[];
  profile: UserProfile | null;
}

/** The words of the dialog: a text in the reader's language, and in every language one after the other. */
export interface SearchWords {
  text: (key: string) => string;
  everywhere: (key: string) => string;
  date: (date: string) => string;
  language: Language;
}

/** Zoom levels at which a point and a settlement are shown. */
const zooms = { point: 14, settlement: 11 };

/** A place on the dashboard's map. */
function placeEntry(
  title: string,
  { latitude, longitude }: { latitude: number; longitude: number },
  zoom: number,
): SearchEntry {
  const at = `${latitude},${longitude},${zoom}`;
  return { key: `place-${at}`, title, icon: MapPin, to: `/admin${stringifySearch({ at })}` };
}

/** "38.54, 68.78" as a place. */
function coordinateEntries(typed: string): SearchEntry[] {
  const place = readCoordinates(typed);
  if (!place) return [];
  return [placeEntry(coordinateText(place.latitude, place.longitude, 5), place, zooms.point)];
}

interface Command extends SearchEntry {
  /** Folded, in every language. */
  folded: string;
}

function commands(profile: UserProfile | null, words: SearchWords) {
  const screens = screensFor(profile).map((screen): Command => {
    const [title, section] = [`app:screen_${screen.id}`, `app:section_${screen.section}`];
    return {
      key: `screen-${screen.id}`,
      title: words.text(title),
      note: words.text(section),
      icon: screenIcons[screen.id],
      to: screen.to + stringifySearch(viewOf(screen)),
      folded: foldText(`${words.everywhere(title)} ${words.everywhere(section)}`),
    };
  });
  const actions = actionsFor(profile).map(({ id, to }): Command => {
    const title = `search:action_${id}`;
    const folded = foldText(words.everywhere(title));
    return { key: `action-${id}`, title: words.text(title), icon: ListPlus, to, folded };
  });
  return { screens, actions };
}

const matching = (all: readonly Command[], typed: string) =>
  all
    .flatMap((one) => {
      const match = typed === "" ? 0 : matchOf(typed, one.folded);
      return match === undefined ? [] : [{ one, match }];
    })
    .sort((a, b) => a.match - b.match);
const entriesOf = (found: ReturnType<typeof matching>) => found.map(({ one }) => one);

const named = (settlements: readonly Settlement[], folded: string, words: SearchWords) =>
  settlementsLike(settlements, folded).map((one) =>
    placeEntry(one.names[words.language], one, zooms.settlement),
  );

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
 * Groups in the order in which they are shown: a place, screens and actions that are named by what was typed, what the
 * server found, then screens and actions that are only like it.
 */
export function entryGroups(
  typed: string,
  { answer, settlements, profile }: Found,
  words: SearchWords,
): EntryGroup[] {
  const folded = foldText(typed);
  const hasMap = mayOpenDashboard(profile);
  const { screens, actions } = commands(profile, words);
  const group = (id: string, title: string, entries: SearchEntry[]): EntryGroup => ({
    ...{ id, title: words.text(title), entries },
  });
  // Every word the same or the beginning of one.
  const isNamed = ({ match }: { match: number }) => match <= folded.split(" ").length;
  const asked = typed.trim() !== "" && folded === "" ? [] : undefined;
  const inScreens = asked ?? matching(screens, folded);
  const inActions = asked ?? matching(actions, folded);
  // Where something is named so, what is only like it was not meant.
  const isLike = (found: { match: number }) =>
    !isNamed(found) && ![...inScreens, ...inActions].some(isNamed);
  return [
    ...(hasMap ? [group("place", "search:place", coordinateEntries(typed))] : []),
    group("screens", "app:screens", entriesOf(inScreens.filter(isNamed))),
    group("actions", "search:actions", entriesOf(inActions.filter(isNamed))),
    ...foundGroups(answer, words),
    ...(hasMap ? [group("settlements", "search:place", named(settlements, folded, words))] : []),
    group("screens-like", "app:screens", entriesOf(inScreens.filter(isLike))),
    group("actions-like", "search:actions", entriesOf(inActions.filter(isLike))),
  ].filter(({ entries }) => entries.length > 0);
}
