import type { TFunction } from "i18next";
import { toast } from "react-hot-toast/headless";

/** Says to whoever has signed out what of theirs stays on this phone until they sign in again. */
export function sayWaiting(entries: number, t: TFunction<"app">): void {
  if (entries > 0) toast(t("field_stays", { n: String(entries) }), { duration: 10_000 });
}
