import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { Link } from "@tanstack/react-router";
import { GitCompareArrows } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../../lib/permissions.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { buttonClass } from "../../../ui/button.tsx";

/** On an image: how many corrections its newest run says otherwise about, and the way to them. */
export function ConflictsStrip({ image }: { image: WholeImage }) {
  const { t } = useTranslation("conflicts");
  const format = useFormat();
  const maySee = useHolds("planttreedetail.view");
  if (image.conflicts === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-watch-soft px-3 py-2 text-sm text-watch">
      <GitCompareArrows aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-48">
        {t("strip", { n: format.number(image.conflicts), count: image.conflicts })}
      </p>
      {maySee && (
        <Link
          to="/admin/image_processing_ai/$image/conflicts"
          params={{ image: String(image.id) }}
          className={buttonClass("plain", "sm")}
        >
          {t("look")}
        </Link>
      )}
    </div>
  );
}
