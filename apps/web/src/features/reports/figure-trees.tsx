import type { ChangedTree } from "@nihol/contract/imagery/image-compare";
import type { Tree } from "@nihol/contract/imagery/trees";
import { paths } from "@nihol/contract/values/paths";
import type { RowsQuery } from "@nihol/contract/values/reports/report-rows";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { screens } from "../../lib/navigation/screens.ts";
import { useFormat } from "../../lib/text/format.ts";
import { TreeHistoryButton } from "../../map/tree-history.tsx";
import { ExportMenu } from "../../parts/records/export-menu.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Pagination } from "../../ui/table/pagination.tsx";
import { changedTrees, type TreeList } from "./figure-ways.ts";

type Props = {
  /** Name of the figure. */
  title: string;
  list: TreeList;
  query: RowsQuery;
  onClose: () => void;
};

const pageSize = 10;

/** The trees that a figure counts, one by one. */
export function FigureTreesDialog({ title, list, query, onClose }: Props) {
  const { t } = useTranslation("reports");
  return (
    <Dialog open onClose={onClose} title={t("trees_of", { title })} width="md" isTall>
      {list === changedTrees ? <ChangedTrees query={query} /> : <Trees query={query} />}
    </Dialog>
  );
}

/** Holds the page of a list that is shown, and its parameters. */
function usePage(query: RowsQuery) {
  const [shown, setShown] = useState({ page: 1, page_size: pageSize });
  const onChange = (next: Partial<typeof shown>) => setShown((before) => ({ ...before, ...next }));
  return { ...shown, params: { ...query, ...shown }, onChange };
}
type Page = ReturnType<typeof usePage>;

function Trees({ query }: { query: RowsQuery }) {
  const { t } = useTranslation(["imagery", "reports", "compare"]);
  const format = useFormat();
  const page = usePage(query);
  const found = useQuery(recordsQuery(paths.plantTreeDetail, page.params));
  const line = (tree: Tree) => (
    <TreeLine key={tree.id} id={tree.id} position={tree.position}>
      {format.date(tree.date)} · {t(`trees_${tree.green}`)} ·{" "}
      {t("reports:crown", { n: format.number(tree.segmentation.area_m2, 1) })}
    </TreeLine>
  );
  return (
    <TreePage found={found} page={page} line={line}>
      <ExportMenu list="plant-tree-detail" search={query} count={found.data?.count ?? 0} />
    </TreePage>
  );
}

function ChangedTrees({ query }: { query: RowsQuery }) {
  const { t } = useTranslation(["reports", "compare"]);
  const format = useFormat();
  const page = usePage(query);
  const found = useQuery(recordsQuery(changedTrees, page.params));
  const area = (value: number | null) => (value === null ? "–" : format.number(value, 1));
  const line = (tree: ChangedTree) => (
    <TreeLine key={`${tree.comparison}-${tree.id}`} id={tree.id} position={tree.position}>
      {t("crown", { n: `${area(tree.before_m2)} → ${area(tree.after_m2)}` })} ·{" "}
      {t("compare:chance", { share: format.share(tree.chance, 0) })}
    </TreeLine>
  );
  return <TreePage found={found} page={page} line={line} />;
}

type PageProps<Row> = {
  found: {
    data: { count: number; results: readonly Row[] } | undefined;
    error: Error | null;
    refetch: () => Promise<unknown>;
  };
  page: Page;
  line: (row: Row) => ReactNode;
  children?: ReactNode;
};

function TreePage<Row>({ found, page, line, children }: PageProps<Row>) {
  const { t } = useTranslation(["reports", "app"]);
  const format = useFormat();
  const { data, error, refetch } = found;
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={6} />;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="numeric font-medium">{t("trees_listed", { n: format.number(data.count) })}</p>
        {children}
      </div>
      {data.count === 0 ? (
        <p className="text-sm text-ink-3">{t("app:nothing_here")}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line text-sm">
          {data.results.map(line)}
        </ul>
      )}
      {data.count > pageSize && (
        <Pagination
          count={data.count}
          page={page.page}
          pageSize={page.page_size}
          onChange={page.onChange}
        />
      )}
    </div>
  );
}

type LineProps = { id: number; position: readonly [number, number]; children: ReactNode };

/** Line of one tree; its place leads to the map, for those who may open that. */
function TreeLine({ id, position: [lon, lat], children }: LineProps) {
  const { t } = useTranslation("reports");
  const { userData } = useUser();
  const place = `${lat.toFixed(5)}, ${lon.toFixed(5)}`;
  const map = screens.find((screen) => screen.id === "dashboard");
  return (
    <li className="flex items-center gap-2 py-2">
      <div className="grid grow gap-0.5">
        <span>{children}</span>
        {map?.may(userData) ? (
          <Link
            to="/admin"
            search={{ at: `${lat.toFixed(6)},${lon.toFixed(6)},18` }}
            title={t("tree_on_map", { id })}
            className="numeric w-fit text-xs text-accent hover:underline"
          >
            {place}
          </Link>
        ) : (
          <span className="numeric text-xs text-ink-3">{place}</span>
        )}
      </div>
      <TreeHistoryButton id={id} />
    </li>
  );
}
