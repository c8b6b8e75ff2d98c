/** Commands that the search opens without asking the server: screens and forms, by their names in the four languages. */
import type { UserProfile } from "@nihol/contract/people/sign-in";
import type { Language } from "@nihol/contract/values/languages";
import type { Permission } from "@nihol/contract/values/permissions";
import { foldText, isNamed, matchOf } from "@nihol/locales/search-text";
import { ListPlus, type LucideIcon, ShieldCheck } from "lucide-react";
import { type ScreenId, screensFor, viewOf } from "../../lib/navigation/screens.ts";
import { stringifySearch } from "../../lib/navigation/search-params.ts";
import { holds } from "../../lib/permissions.ts";
import { screenIcons } from "./screen-icons.ts";

export interface SearchEntry {
  key: string;
  title: string;
  note?: string | undefined;
  /** Words that somebody wrote, in whatever language. */
  isWritten?: boolean;
  icon: LucideIcon;
  to: string;
}
/** The words of the dialog: a text in the reader's language, and in every language one after the other. */
export interface SearchWords {
  text: (key: string) => string;
  everywhere: (key: string) => string;
  date: (date: string) => string;
  language: Language;
}

/** Actions that the search offers to begin, each by the address of its form and the right that the form asks for. */
const actions = [
  { id: "task", to: "/admin/tree_task?open=new", needs: "planttreetask.add" },
  { id: "image", to: "/admin/process?open=new", needs: "satelliteimagery.add" },
  { id: "garden", to: "/admin/gardens?open=new", needs: "garden.add" },
  { id: "violation", to: "/admin/violation?open=new", needs: "violation.add" },
  { id: "device", to: "/admin/monitoring_devices?open=new", needs: "device.add" },
  { id: "person", to: "/admin/users?open=new", needs: "user.add" },
] as const satisfies readonly { id: string; to: string; needs: Permission }[];

/** The actions that are open to this person. */
const actionsFor = (profile: UserProfile | null) =>
  actions.filter(({ needs }) => holds(profile, needs));

interface Command extends SearchEntry {
  /** Folded, in the reader's language and in every one. */
  own: string;
  any: string;
}

const foldedNames = ({ text, everywhere }: SearchWords, keys: readonly string[]) => ({
  own: foldText(keys.map(text).join(" ")),
  any: foldText(keys.map(everywhere).join(" ")),
});

/** Names that people call a screen besides its own. */
const alsoCalled: Partial<Record<ScreenId, string>> = { roles: "search:also_roles" };

/** The person's own rights, which are no screen of the menu. */
function rightsCommand(profile: UserProfile | null, words: SearchWords): Command[] {
  const title = "app:own_rights";
  if (!profile) return [];
  return [
    {
      ...{ key: "own-rights", title: words.text(title), note: words.text("app:profile") },
      ...{ icon: ShieldCheck, to: "/admin/home?me=rights" },
      ...foldedNames(words, [title, "search:also_roles"]),
    },
  ];
}

function commandsFor(profile: UserProfile | null, words: SearchWords) {
  const screens = screensFor(profile).map((screen): Command => {
    const [title, section] = [`app:screen_${screen.id}`, `app:section_${screen.section}`];
    return {
      key: `screen-${screen.id}`,
      title: words.text(title),
      note: words.text(section),
      icon: screenIcons[screen.id],
      to: screen.to + stringifySearch(viewOf(screen)),
      ...foldedNames(words, [title, section, alsoCalled[screen.id] ?? []].flat()),
    };
  });
  screens.push(...rightsCommand(profile, words));
  const actions = actionsFor(profile).map(({ id, to }): Command => {
    const title = `search:action_${id}`;
    const names = foldedNames(words, [title]);
    return { key: `action-${id}`, title: words.text(title), icon: ListPlus, to, ...names };
  });
  return { screens, actions };
}

export interface Commands {
  screens: SearchEntry[];
  actions: SearchEntry[];
}

interface Match {
  one: Command;
  match: number;
}

/** Those that answer what was typed, the best first. */
const matching = (all: readonly Command[], typed: string, by: "own" | "any"): Match[] =>
  all
    .flatMap((one) => {
      const match = matchOf(typed, one[by]);
      return match === undefined ? [] : [{ one, match }];
    })
    .sort((a, b) => a.match - b.match);

/**
 * Screens and actions that are named by what was typed, all where nothing was; and those that are only like it. Names in
 * the reader's language go first: the beginning of a word is that of many words in four languages.
 */
export function commandsLike(
  typed: string,
  profile: UserProfile | null,
  words: SearchWords,
): { named: Commands; like: Commands } {
  const { screens, actions } = commandsFor(profile, words);
  if (typed.trim() === "") return { named: { screens, actions }, like: { screens, actions } };
  const folded = foldText(typed);
  const matched = (by: "own" | "any", isKept: (match: number) => boolean): Commands => {
    const found = [screens, actions].map((all) =>
      matching(all, folded, by).filter(({ match }) => isKept(match)),
    );
    const [inScreens = [], inActions = []] = found.map((some) => some.map(({ one }) => one));
    return { screens: inScreens, actions: inActions };
  };
  const isMeant = (match: number) => isNamed(match, folded);
  const own = matched("own", isMeant);
  const isOwn = own.screens.length + own.actions.length > 0;
  return { named: isOwn ? own : matched("any", isMeant), like: matched("any", () => true) };
}
