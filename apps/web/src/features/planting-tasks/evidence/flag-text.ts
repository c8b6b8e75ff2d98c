import type { EvidenceFlag, PhotoDuplicate } from "@nihol/contract/plant-tree-reports";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";

/** From so many metres on, a distance is told in kilometres. */
const manyMetres = 10_000;

/** What a flag says, in words and figures; `task` is the one that is looked at. */
export function useFlagText(task: number) {
  const { t } = useTranslation("planting");
  const format = useFormat();

  const distance = (metres: number) =>
    metres < manyMetres
      ? t("metres", { n: format.number(metres) })
      : t("kilometres", { n: format.number(metres / 1000, 0) });

  function duplicateText({ exact, mirrored, other }: PhotoDuplicate): string {
    const what = t(exact ? "photo_same" : mirrored ? "photo_mirrored" : "photo_similar");
    if (other === null) return t("duplicate_beyond", { what });
    const date = format.dateShort(other.plant_date);
    if (other.task === task)
      return t("duplicate_in_row", { what, date, name: format.name(other.tree_type.name) });
    const garden = format.name(other.garden.name);
    return t("duplicate_in_task", { what, date, task: other.task, garden });
  }

  return function flagText(flag: EvidenceFlag): string {
    switch (flag.flag) {
      case "photo_duplicate":
        return duplicateText(flag);
      case "photo_elsewhere":
        return t("elsewhere", { distance: distance(flag.distance_m) });
      case "photo_time":
        return t(`time_${flag.kind}`, { days: format.number(flag.days) });
      case "position_weak":
        return t("weak_position", { error: distance(flag.error_m) });
      case "beyond_ordered":
        return t("beyond_ordered", {
          count: format.number(flag.count),
          ordered: format.number(flag.ordered),
        });
      case "too_dense":
      case "order_too_dense":
        return t(flag.flag === "too_dense" ? "dense" : "order_dense", {
          count: format.number(flag.count),
          area: format.hectares(flag.area_m2),
          spacing: format.number(flag.spacing_m, 1),
          fits: format.number(flag.fits),
          max: format.number(flag.fits_max),
        });
      default:
        return t(`flag_${flag.flag}`);
    }
  };
}
