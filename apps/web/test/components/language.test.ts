import { QueryObserver } from "@tanstack/react-query";
import i18next from "i18next";
import { expect, onTestFinished, test, vi } from "vitest";
import { queryClient } from "../../src/lib/api/query-client.ts";
import { showLanguage, startTexts } from "../../src/lib/text/i18n.ts";
import { roleName } from "../../src/lib/text/role-name.ts";

test("shown data are asked for anew in another language, and not again in the same one", async () => {
  localStorage.setItem("i18nextLng", "ru");
  await startTexts();
  const asked: (string | null)[] = [];
  const shown = new QueryObserver(queryClient, {
    queryKey: ["shown"],
    queryFn: async () => asked.push(localStorage.getItem("i18nextLng")),
  });
  onTestFinished(shown.subscribe(() => {}));
  await vi.waitFor(() => expect(asked).toEqual(["ru"]));
  await showLanguage("ru");
  expect(queryClient.isFetching()).toBe(0);
  await showLanguage("tg");
  await vi.waitFor(() => expect(asked).toEqual(["ru", "tg"]));
  await showLanguage("tg");
  expect(queryClient.isFetching()).toBe(0);
  expect(asked).toEqual(["ru", "tg"]);
});

test("roles that the product brings are named in the reader's language, others as people named them", async () => {
  localStorage.setItem("i18nextLng", "ru");
  await startTexts();
  await showLanguage("ru");
  const roles = ["MasterAdmin", "SysAdmin", "Ministry", "District inspector", "Brigade", "Viewer"];
  expect(roles.map((role) => roleName(role, i18next.t))).toEqual([
    ...["Главный администратор", "Системный администратор", "Министерство"],
    ...["Инспектор района", "Бригада", "Наблюдатель"],
  ]);
  expect(roleName("Лесничий", i18next.t)).toBe("Лесничий");
});
