import type { GardenAnalytics } from "@nihol/contract/gardens";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../../lib/permissions.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { useCountText } from "../../../parts/counts/count-ground.tsx";

/** Of the trees found, those that are green. */
function greenShare({ green, not_green, unsure }: GardenAnalytics["captures"][number]["trees"]) {
  const found = green + not_green + unsure;
  return found > 0 ? green / found : null;
}

/** The same garden at each date it was seen, newest first. */
export function CaptureHistory({ captures }: { captures: GardenAnalytics["captures"] }) {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  const countText = useCountText();
  const cell = "px-2 py-1.5 first:ps-0 last:pe-0";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={t("history")} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="pb-1 text-start text-sm font-semibold">{t("history")}</caption>
        <thead className="text-xs text-ink-3">
          <tr>
            <th scope="col" className={`${cell} text-start font-medium`}>
              {t("capture_date")}
            </th>
            <th scope="col" className={`${cell} text-end font-medium`}>
              {t("trees")}
            </th>
            <th scope="col" className={`${cell} text-end font-medium`}>
              {t("green_share")}
            </th>
            <th scope="col" className={`${cell} text-end font-medium`}>
              {t("tree_area_ha")}
            </th>
            <th scope="col" className={`${cell} text-end font-medium`}>
              {t("covered")}
            </th>
            <th scope="col" className={`${cell} text-end font-medium`}>
              {t("gsd")}
            </th>
            <th scope="col" className={`${cell} text-start font-medium`}>
              {t("model")}
            </th>
          </tr>
        </thead>
        <tbody className="numeric">
          {captures.map((one) => (
            <tr key={one.whole_image} className="border-t border-line whitespace-nowrap">
              <th scope="row" className={`${cell} text-start font-medium`}>
                <CaptureDay image={one.whole_image}>{format.date(one.date)}</CaptureDay>
                {one.given_by && (
                  <span className="block text-xs font-normal text-watch">
                    {t("given_by", { organization: format.name(one.given_by) })}
                  </span>
                )}
              </th>
              <td className={`${cell} text-end`}>{countText(one.trees)}</td>
              <td className={`${cell} text-end`}>{format.share(greenShare(one.trees), 0)}</td>
              <td className={`${cell} text-end`}>{format.hectares(one.tree_area_m2)}</td>
              <td className={`${cell} text-end`}>{format.share(one.covered_percent / 100, 0)}</td>
              <td className={`${cell} text-end`}>{format.number(one.gsd_m, 2)}</td>
              <td className={cell}>{one.model}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A date that leads to its image, for those who may see images. */
function CaptureDay({ image, children }: { image: number; children: ReactNode }) {
  const may = useHolds("wholeimage.view");
  if (!may) return children;
  return (
    <Link
      to="/admin/image_processing_ai/$image"
      params={{ image: String(image) }}
      className="text-accent hover:underline"
    >
      {children}
    </Link>
  );
}
