/** Cards that the map shows of what was pressed, besides the records of point layers. */
import type { Tree } from "@nihol/contract/imagery/trees";
import { paths } from "@nihol/contract/values/paths";
import { placeStates } from "@nihol/contract/values/planting/place-range";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../lib/list/use-list.ts";
import { useHolds } from "../lib/permissions.ts";
import { useFormat } from "../lib/text/format.ts";
import { Asked, Card, CardLink } from "./points/card.tsx";
import { TreeHistoryDialog, useTreeHistoryRight } from "./tree-history.tsx";

/** @param onReady is told when all lines are there */
export function TreeCard({ id, onReady }: { id: number; onReady: () => void }) {
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
