import type { SecondOpinion } from "@nihol/contract/imagery/second-opinions";
import { limits } from "@nihol/contract/values/limits";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { textLink } from "../../ui/button.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Pagination } from "../../ui/table/pagination.tsx";
import { type OpinionSearch, opinionsQuery } from "./opinion-query.ts";

type Props = { image: string; search: OpinionSearch; onSearch: (next: OpinionSearch) => void };

const styles = {
  open: { tone: "unknown", shape: "waiting" },
  counted: { tone: "good", shape: "done" },
  skipped: { tone: "watch", shape: "stopped" },
} as const;

/** The drawn fragments of an image, with what became of each. */
export function OpinionList({ image, search, onSearch }: Props) {
  const { t } = useTranslation("opinions");
  const list = useQuery(opinionsQuery(image, search));
  if (list.isError && !list.data)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <SkeletonLines lines={4} />;
  const { results, count } = list.data;
  if (count === 0) return null;
  return (
    <section aria-label={t("list")} className="grid gap-2">
      <h2 className="text-base font-semibold">{t("list")}</h2>
      <ul className="grid">
        {results.map((opinion) => (
          <Row key={opinion.id} opinion={opinion} isShown={search.opinion === opinion.id} />
        ))}
      </ul>
      {count > limits.pageSizeDefault && (
        <Pagination
          count={count}
          page={search.page ?? 1}
          pageSize={search.page_size ?? limits.pageSizeDefault}
          onChange={onSearch}
        />
      )}
    </section>
  );
}

function Row({ opinion, isShown }: { opinion: SecondOpinion; isShown: boolean }) {
  const { t } = useTranslation("opinions");
  const format = useFormat();
  const { id, whole_image, fragment, state, compared, first_by, second_by } = opinion;
  return (
    <li
      aria-current={isShown || undefined}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2 text-sm first:border-t-0 aria-current:bg-sunken"
    >
      <Link
        to="/admin/image_processing_ai/$image/opinions"
        params={{ image: String(whole_image) }}
        search={(before) => ({ ...before, opinion: id })}
        // On the darker ground of the opened row the usual colour would be too pale.
        className={cx(textLink, isShown && "text-accent-strong!")}
      >
        {t("fragment_n", { n: format.number(fragment) })}
      </Link>
      <Badge {...styles[state]}>{t(`state_${state}`)}</Badge>
      <span className="text-xs text-ink-3">
        {[first_by, second_by].filter((name) => name !== null).join(" · ")}
      </span>
      {compared && (
        <span className="numeric ms-auto font-medium">{format.share(compared.agreement, 0)}</span>
      )}
    </li>
  );
}
