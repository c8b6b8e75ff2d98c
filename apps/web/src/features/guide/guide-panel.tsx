import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { screensFor } from "../../lib/navigation/screens.ts";
import { AsideDialog } from "../../ui/aside-dialog.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SelectBox } from "../../ui/form/select-field.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { hasPage, readPage } from "./guide-pages.ts";
import { GuideText } from "./guide-text.tsx";

type Props = { page: string; onPage: (page: string) => void; onClose: () => void };

/** The guide beside the screen that it explains, which stays usable meanwhile. */
export default function GuidePanel({ page, onPage, onClose }: Props) {
  const { t, i18n } = useTranslation("app");
  const language = i18n.language;
  const shown = hasPage(language, page) ? page : "start";
  const query = useQuery({
    queryKey: ["guide", language, shown],
    queryFn: () => readPage(language, shown),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const scroll = useScrollToTop(shown);
  return (
    <AsideDialog
      title={t("guide")}
      tools={<PageChoice page={shown} onPage={onPage} />}
      width="w-[min(34rem,100vw)]"
      onClose={onClose}
    >
      <section
        ref={scroll}
        aria-label={t("guide")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is to be reached by keyboard
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto px-5 py-4"
      >
        {query.isPending && <SkeletonLines lines={9} />}
        {query.isError && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && <GuideText text={query.data} language={language} onPage={onPage} />}
      </section>
    </AsideDialog>
  );
}

/** The pages of the screens that this person may open, in the menu's order. */
function PageChoice({ page, onPage }: Pick<Props, "page" | "onPage">) {
  const { t, i18n } = useTranslation("app");
  const screens = screensFor(useUser().userData).filter(({ id }) => hasPage(i18n.language, id));
  return (
    <SelectBox
      aria-label={t("guide_pages")}
      value={page}
      onChange={onPage}
      options={[
        { value: "start", label: t("guide_start") },
        ...screens.map(({ id }) => ({ value: id as string, label: t(`screen_${id}`) })),
      ]}
      className="min-w-0 grow"
    />
  );
}

function useScrollToTop(page: string) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top
  useEffect(() => box.current?.scrollTo({ top: 0 }), [page]);
  return box;
}
