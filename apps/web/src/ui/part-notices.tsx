import type { AnyRouter } from "@tanstack/react-router";
import i18next from "i18next";
import { toast } from "react-hot-toast/headless";
import { keepScreenUntilLoaded } from "../lib/navigation/route-parts.ts";
import { MissingPart } from "./missing-part.tsx";

const id = "part-of-the-panel";

/** A notice at the top right that the next screen is being loaded, or failed to load and why. */
export function tellOfMissingScreens(router: AnyRouter): void {
  keepScreenUntilLoaded(router, {
    onWait: () => toast.loading(i18next.t("loading"), { id }),
    onSettled: () => toast.dismiss(id),
    onMissing: (href) =>
      toast.error(<MissingPart href={href} onRetry={() => router.history.push(href)} />, {
        id,
        duration: Number.POSITIVE_INFINITY,
      }),
  });
}
