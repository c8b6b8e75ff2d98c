import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { opinionsOfImageQuery } from "../../parts/counts/opinions-of-image.ts";
import { buttonClass } from "../../ui/button.tsx";

/** Agreement of a second person on an image's fragments, and the way to draw or count them. */
export function OpinionLine({ image }: { image: WholeImage }) {
  const { t } = useTranslation("opinions");
  const format = useFormat();
  const { data } = useQuery(opinionsOfImageQuery(image.id));
  if (!data) return null;
  const { to_draw, open, counted, skipped, compared } = data;
  const given = counted + skipped;
  if (to_draw + open + given === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <Link
        to="/admin/image_processing_ai/$image/opinions"
        params={{ image: String(image.id) }}
        className={buttonClass("plain", "sm")}
      >
        <UsersRound aria-hidden className="size-4" />
        {t("title")}
      </Link>
      <p className="numeric text-ink-2">
        {open + given === 0
          ? t("to_draw", { n: format.number(to_draw) })
          : t("given_of", { n: format.number(given), count: format.number(open + given) })}
        {counted > 0 && ` · ${t("agreement")}: ${format.share(compared.agreement, 0)}`}
      </p>
    </div>
  );
}
