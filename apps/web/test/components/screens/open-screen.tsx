/**
 * Opens whole screens at their addresses, as the panel's own start does: its routes, guards, texts and frame before the
 * real server, with the demonstration programme in its database.
 */
import { RouterProvider } from "@tanstack/react-router";
import { configure, render, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { toast } from "react-hot-toast/headless";
import { signIn } from "../../../src/lib/api/api.ts";
import { queryClient } from "../../../src/lib/api/query-client.ts";
import { showLanguage } from "../../../src/lib/text/i18n.ts";
import { makeRouter } from "../../../src/router.tsx";
import { loadTexts } from "../open-panel.tsx";
import { type PanelServer, type Person, panelServer } from "../panel-server.ts";

/** By address: see `panel-server.ts`. */
const seed = new URL("../../../../../packages/seed/src/demo.ts", import.meta.url).pathname;

export type Programme = PanelServer & {
  /** The master administrator who is signed in at first. */
  admin: Person;
  /** Signs in somebody of a role; the screens opened from then on are theirs. */
  enter: (role: string, about?: object) => Promise<Person>;
  /** Signs that person in again. */
  enterAs: (person: Person) => Promise<void>;
};

/**
 * Starts a server with the demonstration programme: 5 gardens, 13 tasks, 6 violations, 8 devices, people of each role.
 * @param options of the server; with `isEmpty` there is no programme
 */
export async function programme({ isEmpty = false, ...options } = {}): Promise<Programme> {
  const server = await panelServer(options);
  // A whole screen has thousands of elements: to ask for the style of each at every look takes longer than the test.
  configure({ defaultHidden: true, asyncUtilTimeout: 60_000 });
  await loadTexts();
  if (!isEmpty) {
    const { seedDemo } = await import(/* @vite-ignore */ seed);
    await seedDemo(server.db.sql, { passwordHash: "none", isSmall: true });
  }
  const enterAs = async ({ email }: Person) => {
    await signIn(email, server.password);
    queryClient.clear();
  };
  const enter = async (role: string, about?: object) => {
    const person = await server.person(role, about);
    await person.call("PATCH", "/user-profile", { language: "en" });
    await enterAs(person);
    return person;
  };
  const close = async () => {
    // Files of tests share a process: the next one begins as if this had not been.
    configure({ defaultHidden: false, asyncUtilTimeout: 20_000 });
    opened?.history.destroy();
    await showLanguage("en");
    await server.close();
  };
  return { ...server, close, enter, enterAs, admin: await enter("MasterAdmin") };
}

let opened: ReturnType<typeof makeRouter> | undefined;

/** Opens an address in English, with nothing known from before. */
export async function openScreen(address: string) {
  toast.remove();
  queryClient.clear();
  await showLanguage("en");
  opened?.history.destroy();
  window.history.replaceState(null, "", address);
  const router = makeRouter();
  opened = router;
  // Each key waits for a turn of the clock otherwise, which a loaded machine makes long.
  const user = userEvent.setup({ delay: null });
  return {
    ...render(<RouterProvider router={router} />),
    user,
    /** Goes to another address, as a link elsewhere on the page would. */
    goTo: (next: string) => router.history.push(next),
    /** Presses the browser's Back. */
    back: () => router.history.back(),
    /** The present address, as people copy it. */
    address: () => decodeURIComponent(window.location.pathname + window.location.search),
    press: (name: string | RegExp, part?: Part) => press(user, name, part),
    choose: (label: string, option: string | RegExp, part?: Part) =>
      choose(user, label, option, part),
    fill: (values: Record<string, string>, part?: Part) => fill(user, values, part),
  };
}

/** Part of the page, or the whole of it. */
export type Part = Pick<
  typeof screen,
  "findByRole" | "queryByRole" | "getByRole" | "getByLabelText"
>;

/** Presses a button as soon as it is there. */
async function press(user: UserEvent, name: string | RegExp, part: Part = screen) {
  await user.click(await part.findByRole("button", { name }));
}

/** A field by its label, whether it must be filled or not. */
const labelled = (label: string) => (name: string) =>
  name === label || name === `${label} optional`;

/** Chooses from a list by its label. */
async function choose(
  user: UserEvent,
  label: string,
  option: string | RegExp,
  part: Part = screen,
) {
  await user.click(await part.findByRole("combobox", { name: labelled(label) }));
  await user.click(await screen.findByRole("option", { name: option }));
}

/** Fills a form by the labels of its fields: words are typed, of lists the option is chosen. */
async function fill(user: UserEvent, values: Record<string, string>, part: Part = screen) {
  for (const [label, value] of Object.entries(values)) {
    const name = labelled(label);
    if (part.queryByRole("combobox", { name })) await choose(user, label, value, part);
    else {
      // A password has no role.
      const field = part.queryByRole("textbox", { name }) ?? part.getByLabelText(label);
      await user.clear(field);
      await user.type(field, value);
    }
  }
}

/** Parts of the window, panel or question of a name, once it is open. */
export const dialog = async (name: string | RegExp) =>
  within(await screen.findByRole("dialog", { name }));

/** Names in the four languages, by the labels of their fields. */
export const namesIn = (name: string) => ({ Тоҷикӣ: name, Русский: name, English: name });

/** Names of the rows of the list, as they stand now. */
export const rowNames = () =>
  [...document.querySelectorAll("[data-row]")].map((row) => row.getAttribute("aria-label") ?? "");

/** The same, once there are some. */
export const findRows = () =>
  waitFor(() => {
    const names = rowNames();
    if (names.length === 0) throw new Error("no rows yet");
    return names;
  });
