import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

type Props = {
  /** `gsd_m` is left out where it stands beside the note. */
  image: { too_coarse: boolean; outside_country?: boolean; gsd_m?: number; half_colours?: boolean };
};

/** Says why an image has no number of trees or too low a one, or is in no figure of the country. Nothing where none holds. */
export function CountLimits({ image }: Props) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const { too_coarse, outside_country, gsd_m, half_colours = false } = image;
  const coarse =
    gsd_m === undefined ? t("too_coarse_short") : t("too_coarse", { gsd: format.number(gsd_m, 2) });
  const notes = [
    too_coarse ? coarse : half_colours && t("half_colours"),
    outside_country && t("outside_country"),
  ].filter(Boolean);
  return notes.map((note) => (
    <p key={String(note)} className="rounded-md bg-watch-soft px-3 py-2 text-sm text-watch">
      {note}
    </p>
  ));
}
