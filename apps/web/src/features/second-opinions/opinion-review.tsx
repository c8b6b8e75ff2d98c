import type { SecondOpinionDetail } from "@nihol/contract/imagery/second-opinions";
import { Link } from "@tanstack/react-router";
import { PencilLine } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { AnnotationStage } from "../../parts/annotating/annotation-stage.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { partOf } from "./fragment-parts.ts";
import { AgreementStats } from "./opinion-figures.tsx";
import { useOpinionImage } from "./opinion-image.ts";
import { CrownSign, PointSign, WhoseSign } from "./opinion-signs.tsx";

/** A fragment that is not counted here: what two people have of it, or why there is nothing to be seen yet. */
export function OpinionReview({ opinion }: { opinion: SecondOpinionDetail }) {
  const { t } = useTranslation("opinions");
  const format = useFormat();
  const stage = useRef<HTMLDivElement>(null);
  const image = useOpinionImage(opinion.original);
  const { frame, whole } = partOf(opinion, 1, 0);
  const { core, compared, trees, points, whole_image, fragment, state } = opinion;
  const { shown } = frame;
  return (
    <>
      <AnnotationStage
        frame={frame}
        whole={whole}
        image={image}
        box={{ ref: stage, role: "img", "aria-label": t("fragment_n", { n: fragment }) }}
      >
        <svg
          aria-hidden
          viewBox={`${core.x - shown.x} ${core.y - shown.y} ${shown.width} ${shown.height}`}
          className="size-full"
        >
          {trees?.map((tree) => (
            <CrownSign key={tree.id} {...tree} />
          ))}
          {points?.map(
            ({ at, agreed }, index) =>
              !agreed && (
                <PointSign
                  // biome-ignore lint/suspicious/noArrayIndexKey: two trees may stand at one place
                  key={`${at[0]} ${at[1]} ${index}`}
                  at={at}
                  size={shown.width / 110}
                />
              ),
          )}
        </svg>
      </AnnotationStage>
      <div className="grid gap-4 px-4 py-3">
        {compared ? (
          <>
            <ul aria-label={t("legend")} className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
              {(["agreed", "first", "second"] as const).map((whose) => (
                <li key={whose} className="flex items-center gap-2">
                  <WhoseSign whose={whose} />
                  {t(`whose_${whose}`)}
                </li>
              ))}
            </ul>
            <AgreementStats compared={compared} />
          </>
        ) : (
          <p className="text-sm text-ink-2">
            {t(state === "skipped" ? "skipped_text" : opinion.is_own ? "own_text" : "open_text")}
          </p>
        )}
        {opinion.counted_at && (
          <p className="text-xs text-ink-3">
            {t("counted_by", {
              name: opinion.second_by ?? t("somebody"),
              date: format.date(opinion.counted_at),
            })}
          </p>
        )}
        {compared && (
          <div>
            <Link
              to="/admin/image_processing_ai/$image/$n"
              params={{ image: String(whole_image), n: String(fragment) }}
              search={{ correct: "1" }}
              className={buttonClass("plain", "sm")}
            >
              <PencilLine aria-hidden className="size-4" />
              {t("correct")}
            </Link>
          </div>
        )}
      </div>
    </>
  );
}
