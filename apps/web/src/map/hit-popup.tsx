import type { Garden } from "@nihol/contract/gardens";
import type { Device } from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import { placeStates } from "@nihol/contract/values/planting/place-range";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Popup } from "@vis.gl/react-maplibre";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../lib/list/use-list.ts";
import { useFormat } from "../lib/text/format.ts";
import { labelFigures } from "./data/map-search.ts";
import { figureTexts, gardenFigures } from "./layers/label-text.ts";
import type { MapHit } from "./map-hit.ts";

type Props = {
  hit: MapHit;
  gardens: readonly Garden[] | undefined;
  devices: readonly Device[] | undefined;
  onClose: () => void;
};

/** What was pressed, in a few lines. Regions and districts have the screen's own panel. */
export function HitPopup({ hit, gardens, devices, onClose }: Props) {
  // A single tree is asked for: the popup is placed again when its lines have come, by their size.
  const treeId = (hit.kind === "tree" || hit.kind === "crown") && hit.id !== 0 ? hit.id : undefined;
  const { status } = useQuery({
    ...recordQuery(paths.plantTreeDetail, treeId ?? ""),
    enabled: treeId !== undefined,
  });
  const content = contentOf(hit, gardens, devices);
  if (!content) return null;
  return (
    <Popup
      key={`${hit.kind} ${hit.id} ${treeId === undefined ? "" : status}`}
      longitude={hit.longitude}
      latitude={hit.latitude}
      onClose={onClose}
      closeOnClick={false}
      maxWidth="18rem"
      offset={8}
    >
      {content}
    </Popup>
  );
}

function contentOf(hit: MapHit, gardens: Props["gardens"], devices: Props["devices"]): ReactNode {
  const garden = hit.kind === "garden" && gardens?.find((one) => one.id === hit.id);
  const device = hit.kind === "device" && devices?.find((one) => one.id === hit.id);
  // From afar single points carry no id: thousands of ids would make the tiles ten times larger.
  if (hit.kind === "tree" && hit.id === 0) return <NearerCard />;
  if (hit.kind === "tree" || hit.kind === "crown") return <TreeCard id={hit.id} />;
  if (hit.kind === "cell") return <CellCard properties={hit.properties} />;
  if (hit.kind === "place") return <PlaceCard properties={hit.properties} />;
  if (garden) return <GardenCard garden={garden} />;
  return device ? <DeviceCard device={device} /> : null;
}

function TreeCard({ id }: { id: number }) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const { data: tree, isError } = useQuery(recordQuery(paths.plantTreeDetail, id));
  if (isError) return <p>{t("tree_unknown")}</p>;
  if (!tree) return <p className="text-ink-3">{t("app:loading")}</p>;
  const index =
    tree.index === null ? "" : ` (${tree.index_name ?? ""} ${format.number(tree.index, 2)})`;
  return (
    <Card title={t("tree_title", { id: tree.id })}>
      <li>{t(`tree_${tree.green}`) + index}</li>
      <li>{t("tree_crown", { area: format.number(tree.segmentation.area_m2, 1) })}</li>
      <li>{t("tree_score", { score: format.share(tree.detection.score, 0) })}</li>
      <li>{t("tree_seen", { date: format.date(tree.date) })}</li>
    </Card>
  );
}

function NearerCard() {
  return <p>{useTranslation("map").t("come_nearer")}</p>;
}

function CellCard({ properties }: { properties: Record<string, unknown> }) {
  const { t } = useTranslation("map");
  const format = useFormat();
  return (
    <Card title={t("figure_count", { number: format.number(Number(properties.n)) })}>
      <li>{t("figure_green", { share: format.share(Number(properties.green) / 100, 0) })}</li>
      <li className="text-ink-3">{t("come_nearer")}</li>
    </Card>
  );
}

function PlaceCard({ properties }: { properties: Record<string, unknown> }) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const state = placeStates.find((one) => one === properties.state) ?? "unsure";
  return (
    <Card title={t(`place_${state}`)}>
      <li>{t("place_chance", { chance: format.share(Number(properties.chance), 0) })}</li>
    </Card>
  );
}

function GardenCard({ garden }: { garden: Garden }) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const figures = gardenFigures(garden);
  return (
    <Card title={format.name(garden.name)}>
      {figureTexts(figures, new Set(labelFigures), { t, format }).map((line) => (
        <li key={line}>{line}</li>
      ))}
      <li>
        <Link
          to="/admin/gardens"
          search={{ open: String(garden.id) }}
          className="font-medium text-accent underline"
        >
          {t("open_garden")}
        </Link>
      </li>
    </Card>
  );
}

function DeviceCard({ device }: { device: Device }) {
  const { t } = useTranslation(["map", "monitoring"]);
  const format = useFormat();
  return (
    <Card title={device.name}>
      <li>{`${t(`device_${device.type}`)} · ${t(`monitoring:device_state_${device.state}`)}`}</li>
      {device.garden && <li>{format.name(device.garden.name)}</li>}
      <li className="numeric text-ink-3">{`${device.latitude.toFixed(5)}, ${device.longitude.toFixed(5)}`}</li>
      <li>
        <Link
          to={`/admin/${device.type}_monitoring`}
          search={{ device: String(device.id) }}
          className="font-medium text-accent underline"
        >
          {t("open_readings")}
        </Link>
      </li>
    </Card>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <p className="font-semibold">{title}</p>
      <ul>{children}</ul>
    </>
  );
}
