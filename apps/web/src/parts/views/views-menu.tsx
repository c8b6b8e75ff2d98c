import type { SavedView } from "@nihol/contract/people/saved-views";
import type { ExportList } from "@nihol/contract/values/exports";
import { paths } from "@nihol/contract/values/paths";
import { useMatch } from "@tanstack/react-router";
import { Bookmark, BookmarkPlus, RefreshCw, Settings2 } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { cx } from "../../lib/cx.ts";
import { isSameQuery, searchOfView, viewQuery } from "../../lib/list/saved-view.ts";
import { useTableView } from "../../lib/list/table-view.ts";
import { useChangeSearch } from "../../lib/navigation/use-change-search.ts";
import { Button } from "../../ui/button.tsx";
import { useFailureText } from "../../ui/error-panel.tsx";
import { Menu, MenuHeading, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { lazyPart } from "../../ui/missing-part.tsx";
import { besideFilters } from "../../ui/table/list-layout.tsx";
import { useViews } from "./use-views.ts";

const ViewForm = lazyPart(() => import("./view-form.tsx"));
const ViewsDialog = lazyPart(() => import("./views-dialog.tsx"));

type Props = { list: ExportList };

/** State of a list now, as a view would keep it. */
function useShown(list: ExportList) {
  const search = useMatch({
    strict: false,
    select: (match): Record<string, unknown> => match.search,
  });
  const { choice, choose } = useTableView(`/${list}`);
  return { query: viewQuery(search), columns: { ...choice }, choose };
}

/** The views of a list that somebody keeps or that others share with them, and keeping what is shown. */
export function ViewsMenu({ list }: Props) {
  const { t } = useTranslation("lists");
  const shown = useShown(list);
  const changeSearch = useChangeSearch();
  const failureText = useFailureText();
  const [asked, setAsked] = useState<"new" | "all">();
  // The one that was opened last here: what is changed since can be written back to it.
  const [last, setLast] = useState<number>();
  const { query, columns } = shown;

  function handleOpen(view: SavedView) {
    setLast(view.id);
    changeSearch((before) => searchOfView(before, view.query));
    shown.choose(view.columns);
  }
  async function handleReplace({ id, name }: SavedView) {
    try {
      await ask("PATCH /saved-view/:id", { params: { id }, body: { query, columns } });
      await refresh(paths.savedView);
      toast.success(t("view_saved", { name }));
    } catch (error) {
      toast.error(failureText(error));
    }
  }
  const close = () => setAsked(undefined);
  return (
    <>
      <Menu
        trigger={
          <Button
            icon={<Bookmark className="size-4" />}
            title={t("views")}
            className={cx("@max-3xl/list:px-2.5", besideFilters.button)}
          >
            <span className={cx("@max-3xl/list:sr-only", besideFilters.words)}>{t("views")}</span>
          </Button>
        }
      >
        <ViewItems
          list={list}
          isShown={(view) => isSameQuery(view.query, query) && isSameQuery(view.columns, columns)}
          last={last}
          onOpen={handleOpen}
          onReplace={(view) => void handleReplace(view)}
          onManage={() => setAsked("all")}
        >
          <MenuItem icon={<BookmarkPlus />} onSelect={() => setAsked("new")}>
            {t("view_keep")}
          </MenuItem>
        </ViewItems>
      </Menu>
      <Suspense>
        {asked === "new" && (
          <ViewForm kept={{ list, query, columns }} onSaved={setLast} onClose={close} />
        )}
        {asked === "all" && <ViewsDialog list={list} onClose={close} />}
      </Suspense>
    </>
  );
}

type ItemsProps = {
  list: ExportList;
  isShown: (view: SavedView) => boolean;
  last: number | undefined;
  onOpen: (view: SavedView) => void;
  onReplace: (view: SavedView) => void;
  onManage: () => void;
  children: ReactNode;
};

/** Asked for when the menu is opened: a list that is only read waits for nothing. */
function ViewItems({ list, isShown, last, onOpen, onReplace, onManage, children }: ItemsProps) {
  const { t } = useTranslation("lists");
  const failureText = useFailureText();
  const { data, error } = useViews(list);
  const views = data ?? [];
  const own = views.filter((view) => view.is_own);
  const shared = views.filter((view) => !view.is_own);
  const changed = own.find((view) => view.id === last && !isShown(view));
  const item = (view: SavedView, note?: string) => (
    <MenuItem key={view.id} chosen={isShown(view)} onSelect={() => onOpen(view)}>
      {view.name}
      {note && <span className="block text-xs text-ink-3">{note}</span>}
    </MenuItem>
  );
  return (
    <div className="max-h-[70vh] max-w-80 overflow-y-auto">
      <MenuHeading>{t("views_own")}</MenuHeading>
      {own.map((view) => item(view, view.is_shared ? t("view_share") : undefined))}
      {own.length === 0 && (
        <p className="px-2.5 py-1.5 text-sm text-ink-2">
          {error ? failureText(error) : data ? t("views_none") : "…"}
        </p>
      )}
      {shared.length > 0 && <MenuHeading>{t("views_shared")}</MenuHeading>}
      {shared.map((view) => item(view, view.author))}
      <MenuSeparator />
      {changed && (
        <MenuItem icon={<RefreshCw />} onSelect={() => onReplace(changed)}>
          {t("view_replace", { name: changed.name })}
        </MenuItem>
      )}
      {children}
      {views.some(({ can }) => can.delete) && (
        <MenuItem icon={<Settings2 />} onSelect={onManage}>
          {t("views_manage")}
        </MenuItem>
      )}
    </div>
  );
}
