import { limits } from "@nihol/contract/values/limits";
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { SelectBox } from "../form/select-field.tsx";
import { IconButton } from "../icon-button.tsx";

type Props = {
  count: number;
  page: number;
  pageSize: number;
  onChange: (next: { page?: number; page_size?: number }) => void;
};

type ShownPage = { page?: number; page_size?: number };

/** Below a short list of its own place: nothing where all of it fits on one page. */
export function PagesBelow<S extends ShownPage>(props: {
  count: number;
  shown: S;
  onChange: (next: S) => void;
}) {
  const { count, shown, onChange } = props;
  const pageSize = shown.page_size ?? limits.pageSizeDefault;
  if (count <= pageSize) return null;
  return (
    <Pagination
      count={count}
      page={shown.page ?? 1}
      pageSize={pageSize}
      onChange={(next) => onChange({ ...shown, ...next })}
    />
  );
}

/** The sizes that are offered, and one that an address asks for. */
const sizesWith = (size: number) =>
  [...new Set<number>([...limits.pageSizes, size])].sort((a, b) => a - b);

/** Where in the list one is, other pages, rows a page. */
export function Pagination({ count, page, pageSize, onChange }: Props) {
  const { t } = useTranslation("app");
  const format = useFormat();
  const pages = Math.max(1, Math.ceil(count / pageSize));
  const first = count === 0 ? 0 : (page - 1) * pageSize + 1;
  const range = t("rows_of", {
    first: format.number(first),
    last: format.number(Math.min(count, page * pageSize)),
    count: format.number(count),
  });
  return (
    <nav
      aria-label={t("pages")}
      className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1 text-sm text-ink-2"
    >
      <span className="numeric" aria-live="polite">
        {range}
      </span>
      <span className="flex items-center gap-2">
        <span className="max-sm:sr-only @max-xl/list:sr-only">{t("rows_per_page")}</span>
        <SelectBox
          aria-label={t("rows_per_page")}
          className="min-h-8! w-19! pointer-coarse:min-h-11!"
          value={String(pageSize)}
          onChange={(size) => onChange({ page_size: Number(size), page: undefined })}
          options={sizesWith(pageSize).map((size) => ({
            value: String(size),
            label: format.number(size),
          }))}
        />
      </span>
      <span className="flex items-center">
        <IconButton
          label={t("first_page")}
          disabled={page <= 1}
          onClick={() => onChange({ page: undefined })}
          className="max-sm:hidden"
        >
          <ChevronFirst />
        </IconButton>
        <IconButton
          label={t("previous_page")}
          disabled={page <= 1}
          onClick={() => onChange({ page: page - 1 })}
        >
          <ChevronLeft />
        </IconButton>
        {pages > 1 && (
          <span className="numeric px-1">
            {t("page_of", { page: format.number(page), pages: format.number(pages) })}
          </span>
        )}
        <IconButton
          label={t("next_page")}
          disabled={page >= pages}
          onClick={() => onChange({ page: page + 1 })}
        >
          <ChevronRight />
        </IconButton>
        <IconButton
          label={t("last_page")}
          disabled={page >= pages}
          onClick={() => onChange({ page: pages })}
          className="max-sm:hidden"
        >
          <ChevronLast />
        </IconButton>
      </span>
    </nav>
  );
}
