import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";

type Part = "images" | "offered";

const searches = {
  images: { view: "dates" },
  offered: { view: "dates", part: "offered", state: "new" },
} as const satisfies Record<Part, object>;

/** The two parts of "Dates to check": images that are there, and captures that watched sources offer, with how many wait. */
export function DatesSwitch({ shown }: { shown: Part }) {
  const { t } = useTranslation("offers");
  const format = useFormat();
  const { data } = useQuery(recordsQuery(paths.offeredCapture, { state: "new", page_size: 1 }));
  return (
    <nav
      data-print="no"
      aria-label={t("parts")}
      className="mb-3 flex shrink-0 gap-4 border-b border-line px-5 @max-sm/list:px-4"
    >
      {(["images", "offered"] as const).map((part) => (
        <Link
          key={part}
          to="/admin/process"
          search={searches[part]}
          aria-current={part === shown ? "page" : undefined}
          className={cx(
            "-mb-px flex h-9 items-center gap-1.5 border-b-2 text-sm font-medium pointer-coarse:h-11",
            part === shown
              ? "border-accent text-ink"
              : "border-transparent text-ink-2 hover:text-ink",
          )}
        >
          {t(`part_${part}`)}
          {part === "offered" && data !== undefined && data.count > 0 && (
            <span className="rounded-full bg-accent-soft px-1.5 text-xs text-accent">
              {format.number(data.count)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
