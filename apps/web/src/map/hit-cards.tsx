/** Cards that the map shows of what was pressed. */
import type { Garden } from "@nihol/contract/gardens";
import type { Tree } from "@nihol/contract/imagery/trees";
import { paths } from "@nihol/contract/values/paths";
import { placeStates } from "@nihol/contract/values/planting/place-range";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery, recordsQuery } from "../lib/list/use-list.ts";
import { useHolds } from "../lib/permissions.ts";
import { useFormat } from "../lib/text/format.ts";
import type { AreaFilter } from "./data/map-data.ts";
import { labelFigures } from "./data/map-search.ts";
import type { DateRange } from "./data/period.ts";
import { useTaskPlaces } from "./data/point-data.ts";
import { figureTexts, gardenFigures } from "./layers/label-text.ts";
import { TreeHistoryDialog, useTreeHistoryRight } from "./tree-history.tsx";

/** `onReady` is told when all lines are there. */
type CardProps = { id: number; onReady: () => void };

export function TreeCard({ id, onReady }: CardProps) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const query = useQuery(recordQuery(paths.plantTreeDetail, id));
  return (
    <Asked query={query} unknown={t("tree_unknown")} onReady={onReady}>
      {(tree) => {
        const index = ` (${tree.index_name ?? ""} ${format.number(tree.index, 2)})`;
        return (
          <Card title={t("tree_title", { id: tree.id })}>
            <li>{t(`tree_${tree.green}`) + (tree.index === null ? "" : index)}</li>
            <li>{t("tree_crown", { area: format.number(tree.segmentation.area_m2, 1) })}</li>
            <li>{t("tree_score", { score: format.share(tree.detection.score, 0) })}</li>
            <li>{t("tree_seen", { date: format.date(tree.date) })}</li>
            <TreeWays {...tree} />
          </Card>
        );
      }}
    </Asked>
  );
}

/** Links that lead on from a tree: its history, its garden, the image in which it was seen. */
function TreeWays({ id, garden, whole_image }: Pick<Tree, "id" | "garden" | "whole_image">) {
  const { t } = useTranslation("map");
  const [isOpen, setIsOpen] = useState(false);
  const maySeeHistory = useTreeHistoryRight();
  const maySeeImages = useHolds("wholeimage.view");
  const maySeeGardens = useHolds("garden.view");
  return (
    <li className="mt-1 flex flex-wrap gap-x-3">
      {maySeeHistory && (
        <button
          type="button"
          className="font-medium text-accent underline"
          onClick={() => setIsOpen(true)}
        >
          {t("tree_history")}
        </button>
      )}
      {isOpen && <TreeHistoryDialog id={id} onClose={() => setIsOpen(false)} />}
      {maySeeGardens && garden !== null && (
        <CardLink to="/admin/gardens" search={{ open: String(garden) }}>
          {t("open_garden")}
        </CardLink>
      )}
      {maySeeImages && (
        <CardLink to={`/admin/image_processing_ai/${whole_image}`} search={{}}>
          {t("open_image")}
        </CardLink>
      )}
    </li>
  );
}

export function NearerCard() {
  return <p>{useTranslation("map").t("come_nearer")}</p>;
}

export function CellCard({ properties }: { properties: Record<string, unknown> }) {
  const { t } = useTranslation("map");
  const format = useFormat();
  return (
    <Card title={t("figure_count", { number: format.number(Number(properties.n)) })}>
      <li>{t("figure_green", { share: format.share(Number(properties.green) / 100, 0) })}</li>
      <li className="text-ink-3">{t("come_nearer")}</li>
    </Card>
  );
}

export function PlaceCard({ properties }: { properties: Record<string, unknown> }) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const state = placeStates.find((one) => one === properties.state) ?? "unsure";
  return (
    <Card title={t(`place_${state}`)}>
      <li>{t("place_chance", { chance: format.share(Number(properties.chance), 0) })}</li>
    </Card>
  );
}

/** @param known the garden where the map has it already */
export function GardenCard({
  id,
  period,
  known,
  onReady,
}: CardProps & { period: DateRange; known: Garden | undefined }) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const search = { ids: String(id), page_size: 1, ...period };
  const query = useQuery({
    ...recordsQuery(paths.garden, search),
    enabled: known === undefined,
    select: ({ results }) => results[0],
    placeholderData: undefined,
  });
  const content = (garden: Garden) => (
    <Card title={format.name(garden.name)}>
      {figureTexts(gardenFigures(garden), new Set(labelFigures), { t, format }).map((line) => (
        <li key={line}>{line}</li>
      ))}
      <li>
        <CardLink to="/admin/gardens" search={{ open: String(garden.id) }}>
          {t("open_garden")}
        </CardLink>
      </li>
    </Card>
  );
  if (known) return content(known);
  return (
    <Asked query={query} unknown={t("garden_unknown")} onReady={onReady}>
      {content}
    </Asked>
  );
}

export function DeviceCard({ id, onReady }: CardProps) {
  const { t } = useTranslation(["map", "monitoring"]);
  const format = useFormat();
  const query = useQuery(recordQuery(paths.device, id));
  return (
    <Asked query={query} unknown={t("device_unknown")} onReady={onReady}>
      {(device) => (
        <Card title={<span lang="mul">{device.name}</span>}>
          <li>
            {`${t(`device_${device.type}`)} · ${t(`monitoring:condition_${device.condition}`)}`}
          </li>
          {device.garden && <li>{format.name(device.garden.name)}</li>}
          <li className="numeric text-ink-3">
            {`${device.latitude.toFixed(5)}, ${device.longitude.toFixed(5)}`}
          </li>
          <li>
            <CardLink
              to={`/admin/${device.type}_monitoring`}
              search={{ device: String(device.id) }}
            >
              {t("open_readings")}
            </CardLink>
          </li>
        </Card>
      )}
    </Asked>
  );
}

/** The tasks of one garden, whose id it is. */
export function TaskCard({ id, area }: { id: number; area: AreaFilter }) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const places = useTaskPlaces(true, area).data?.places;
  const place = places?.find(({ garden }) => garden.id === id);
  if (!place) return <p>{t("tasks_unknown")}</p>;
  return (
    <Card title={format.name(place.garden.name)}>
      <li>{t("tasks_here", { count: format.number(place.count) })}</li>
      {place.overdue > 0 && <li>{t("tasks_overdue", { count: format.number(place.overdue) })}</li>}
      <li>
        <CardLink to="/admin/tree_task" search={{ garden: String(id) }}>
          {t("open_tasks")}
        </CardLink>
      </li>
    </Card>
  );
}

export function CaseCard({ id, onReady }: CardProps) {
  const { t } = useTranslation(["map", "violations"]);
  const format = useFormat();
  const query = useQuery(recordQuery(paths.violation, id));
  return (
    <Asked query={query} unknown={t("case_unknown")} onReady={onReady}>
      {(found) => (
        <Card title={<span className="numeric">{found.number}</span>}>
          <li lang="mul">{found.title}</li>
          <li>
            {`${t(`violations:kind_${found.kind}`)} · ${t(`violations:state_${found.state}`)}`}
          </li>
          {found.due_date && <li>{t("case_due", { date: format.date(found.due_date) })}</li>}
          <li>
            <CardLink to="/admin/violation" search={{ open: String(found.id) }}>
              {t("open_case")}
            </CardLink>
          </li>
        </Card>
      )}
    </Asked>
  );
}

/** A record that is asked for: waits, says so when there is none, and then shows it. */
function Asked<T>({
  query: { data, status },
  unknown,
  onReady,
  children,
}: {
  query: UseQueryResult<T | undefined>;
  unknown: string;
  onReady: () => void;
  children: (record: T) => ReactNode;
}) {
  const { t } = useTranslation("app");
  useEffect(() => {
    if (status !== "pending") onReady();
  }, [status, onReady]);
  if (status === "pending") return <p className="text-ink-3">{t("loading")}</p>;
  return data === undefined ? <p>{unknown}</p> : children(data);
}

function Card({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <>
      <p className="font-semibold">{title}</p>
      <ul>{children}</ul>
    </>
  );
}

function CardLink(props: { to: string; search: Record<string, string>; children: ReactNode }) {
  return <Link {...props} className="font-medium text-accent underline" />;
}
