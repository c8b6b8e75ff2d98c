import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { fragmentReviews } from "@nihol/contract/values/imagery";
import { Link } from "@tanstack/react-router";
import { Check, Pencil, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { ThumbnailImage } from "../layers/thumbnail-image.tsx";
import type { ViewerSearch } from "./fragment-search.ts";

type Props = {
  fragment: Fragment;
  search: ViewerSearch;
  onPoint?: (fragment: Fragment | undefined) => void;
  /** Replaces the step of the browser's history: within the viewer. */
  replace?: boolean;
  chosen?: boolean;
  /** Text that stands below instead of the number. */
  caption?: string;
};

/** A fragment in small: opens the viewer. */
export function FragmentThumbnail({
  fragment,
  search,
  onPoint,
  replace = false,
  chosen = false,
  caption,
}: Props) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const name = t("fragment_n", { n: format.number(fragment.n) });
  const trees = t("trees_n", { n: format.number(fragment.tree_count) });
  const point = (on: boolean) => () => onPoint?.(on ? fragment : undefined);
  return (
    <Link
      to="/admin/image_processing_ai/$image/$n"
      params={{ image: String(fragment.whole_image), n: String(fragment.n) }}
      search={search}
      replace={replace}
      preload={false}
      aria-current={chosen || undefined}
      onMouseEnter={point(true)}
      onMouseLeave={point(false)}
      onFocus={point(true)}
      onBlur={point(false)}
      className={cx("group grid gap-1 rounded-lg p-1 hover:bg-sunken", chosen && "bg-accent-soft")}
    >
      <span className="relative block aspect-square overflow-hidden rounded-md bg-sunken">
        <ThumbnailImage address={fragment.images.original} />
        <ReviewBadge review={fragment.review} />
        <span
          aria-hidden
          className="numeric absolute inset-e-1 bottom-1 rounded bg-black/70 px-1.5 text-2xs text-white"
        >
          {format.number(fragment.tree_count)}
        </span>
      </span>
      <span className="numeric truncate px-0.5 text-xs text-ink-2">{caption ?? name}</span>
      <span className="sr-only">
        {[caption && name, trees, t(`review_${fragment.review}`)].filter(Boolean).join(", ")}
      </span>
    </Link>
  );
}

const badges: Record<
  (typeof fragmentReviews)[number],
  { icon: typeof Check; className: string } | null
> = {
  new: null,
  accepted: { icon: Check, className: "bg-good-soft text-good" },
  corrected: { icon: Pencil, className: "bg-good-soft text-good" },
  rejected: { icon: X, className: "bg-act-soft text-act" },
};

function ReviewBadge({ review }: { review: Fragment["review"] }) {
  const badge = badges[review];
  if (!badge) return null;
  return (
    <span
      className={cx(
        "absolute top-1 inset-s-1 flex size-5 items-center justify-center rounded-full",
        badge.className,
      )}
    >
      <badge.icon aria-hidden className="size-3.5" />
    </span>
  );
}
