import { expect, test } from "vitest";
import { neededOf } from "../../chunks/early-script.ts";

const route = (path: string) => `/src/routes${path}.tsx?tsr-split=component`;
const chunk = (fileName: string, moduleIds: string[], imports: string[] = [], isEntry = false) => ({
  type: "chunk" as const,
  fileName,
  moduleIds,
  imports,
  isEntry,
});

const chunks = [
  chunk("first.js", ["/src/main.tsx"], ["runtime.js"], true),
  chunk("runtime.js", []),
  chunk("frame.js", [route("/admin/route")], ["work.js", "first.js"]),
  chunk("work.js", ["/src/ui/table.tsx"], ["first.js"]),
  chunk("users.js", [route("/admin/(accounts)/users")], ["people.js", "work.js"]),
  chunk("people.js", ["/src/parts/people.tsx"], ["first.js"]),
  chunk("dashboard.js", [route("/admin/index")], ["work.js"]),
  chunk("sign-in.js", [route("/auth")], ["first.js"]),
  chunk("tg-frame.js", ["\0virtual:texts/tg/frame"]),
  chunk("tg-people.js", ["\0virtual:texts/tg/people"]),
];
const routes: Record<string, string> = {
  "/admin/(accounts)/users": 'loader: screenTexts("users", "roles", "map"),',
  "/admin/index": "component: Dashboard,",
};
const needed = neededOf(chunks, (path) => routes[path] ?? "");

test("a screen needs its own code, the frame's and what both import, and not what every page names itself", () => {
  expect(needed.screens["/admin/users"]?.files).toEqual([
    "frame.js",
    "work.js",
    "users.js",
    "people.js",
  ]);
  expect(needed.screens["/admin"]?.files).toEqual(["frame.js", "work.js", "dashboard.js"]);
});

test("only screens of the panel are named: the sign-in page needs nothing else", () => {
  expect(Object.keys(needed.screens)).toEqual(["/admin/users", "/admin"]);
});

test("a screen's texts are those of its route's loader and of the frame, a file a language", () => {
  expect(needed.screens["/admin/users"]?.texts).toEqual(["frame", "people", "places"]);
  expect(needed.screens["/admin"]?.texts).toEqual(["frame"]);
  expect(needed.texts).toEqual({ "tg/frame": "tg-frame.js", "tg/people": "tg-people.js" });
});
