import { paths } from "@nihol/contract/values/paths";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import NoticesPanel from "../../src/features/notices/notices-panel.tsx";
import { OwnNotices } from "../../src/features/profile/own-notices.tsx";
import { NoticeBell } from "../../src/features/shell/notice-bell.tsx";
import { signIn } from "../../src/lib/api/api.ts";
import { ask, askNew } from "../../src/lib/api/ask.ts";
import { loadTexts, openAt } from "./open-panel.tsx";
import { type PanelServer, panelServer } from "./panel-server.ts";

let server: PanelServer;
let me: string;
let garden: number;
beforeAll(async () => {
  server = await panelServer();
  await loadTexts("notices", "monitoring");
  me = (await server.person("MasterAdmin")).email;
  await signIn(me, server.password);
  const name = { tg: "Боғ", ru: "Сад", en: "Old orchard", az: "" };
  garden = (await askNew(paths.garden, { name })).id;
});
afterAll(() => server.close());
beforeEach(async () => {
  await signIn(me, server.password);
  await ask("POST /notice/read", { body: {} });
  server.forget();
});
afterEach(cleanup);

/** Another administrator makes the person who is signed in answer for a new violation. */
async function makeResponsible(title: string) {
  const { id } = await ask("GET /user-profile");
  const other = await server.person("MasterAdmin");
  await signIn(other.email, server.password);
  const body = { kind: "fire", title, garden, observed_on: "2026-05-14", responsible: id } as const;
  const made = await askNew(paths.violation, body);
  await signIn(me, server.password);
  return made.id;
}
const bell = () => <NoticeBell isOpen={false} onPress={() => undefined} />;

test("the bell says nothing without notices, and their number aloud when there are some", async () => {
  await openAt("/", bell);
  await screen.findByRole("button", { name: "Notices" });
  cleanup();
  await makeResponsible("Smoke");
  await openAt("/", bell);
  await screen.findByRole("button", { name: "Notices, unread: 1" });
  expect(screen.getByRole("status").textContent).toBe("Notices, unread: 1");
});

test("a notice leads to its row and is read by that; all are read at once", async () => {
  const id = await makeResponsible("Fire by the fence");
  await makeResponsible("Fire by the gate");
  const { user, goTo } = await openAt("/", () => (
    <>
      {bell()}
      <NoticesPanel onClose={() => undefined} />
    </>
  ));
  const panel = within(await screen.findByRole("dialog", { name: "Notices" }));
  const link = await panel.findByRole("link", { name: /You answer for violation .*by the fence/ });
  expect(link.getAttribute("href")).toBe(`/admin/violation?open=${id}`);
  await user.click(link);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  goTo("/");
  await screen.findByRole("button", { name: "Notices, unread: 1" });
  const again = within(await screen.findByRole("dialog", { name: "Notices" }));
  await user.click(again.getByRole("button", { name: "Mark all as read" }));
  await screen.findByRole("button", { name: "Notices" });
});

test("notices are shown of a single kind, or the unread ones alone; a notice is set back to unread", async () => {
  await makeResponsible("Smoke again");
  const { user } = await openAt("/", () => <NoticesPanel onClose={() => undefined} />);
  const panel = within(await screen.findByRole("dialog", { name: "Notices" }));
  await user.click(await panel.findByRole("button", { name: "Unread" }));
  await waitFor(() => expect(panel.getAllByRole("listitem")).toHaveLength(1));
  await user.click(panel.getByRole("button", { name: "Mark as read" }));
  await panel.findByText("Nothing fits this choice");
  await user.click(panel.getByRole("button", { name: "All" }));
  const [newest] = await panel.findAllByRole("listitem");
  await user.click(within(newest as HTMLElement).getByRole("button", { name: "Mark as unread" }));
  await waitFor(async () => expect((await ask("GET /notice/count")).unread).toBe(1));
});

test("a way that is chosen for a kind holds at once", async () => {
  const { user } = await openAt("/", () => <OwnNotices />);
  await screen.findByText(/This installation sends no mail/);
  await user.click(screen.getByRole("combobox", { name: "Task overdue" }));
  await user.click(await screen.findByRole("option", { name: "Not at all" }));
  await waitFor(async () =>
    expect((await ask("GET /notice/choice")).ways.task_overdue).toBe("off"),
  );
});

test("whoever was told nothing reads what will stand there", async () => {
  const { email } = await server.person("Newcomer", { permissions: {} });
  await signIn(email, server.password);
  await openAt("/", () => <NoticesPanel onClose={() => undefined} />);
  await screen.findByText("No notices");
});
