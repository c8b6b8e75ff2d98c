import type { GardenNote } from "@nihol/contract/garden-notes";
import type { Garden, GardenAnalytics } from "@nihol/contract/gardens";
import { paths } from "@nihol/contract/values/paths";
import { Camera } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../../lib/permissions.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { GardenAnalyticsPart } from "./garden-analytics.tsx";
import { GardenCases, useGardenCases } from "./garden-cases.tsx";
import { GardenChange } from "./garden-change.tsx";
import { GardenDevices, useGardenDevices } from "./garden-devices.tsx";
import { GardenFacts } from "./garden-facts.tsx";
import { GardenFlight } from "./garden-flight.tsx";
import { GardenHistory } from "./garden-history.tsx";
import { GardenNotes, useGardenNotes } from "./garden-notes.tsx";
import { GardenPhoto } from "./garden-photo.tsx";
import { GardenPhotos } from "./garden-photos.tsx";
import { GardenSurvivalPart } from "./garden-survival.tsx";
import { GardenTasks, useGardenTasks } from "./garden-tasks.tsx";

type Props = {
  garden: Garden;
  analytics: GardenAnalytics | undefined;
  tab: string;
  onTab: (tab: string) => void;
  /** Opens the form: with a note to correct it, without one to write a new one. */
  onWrite: (note?: GardenNote) => void;
};

/** All that belongs to a garden, one part at a time; a part that this person may not see is not there. */
export function GardenTabs({ garden, analytics, tab, onTab, onWrite }: Props) {
  const { t } = useTranslation([
    "gardens",
    "survival",
    "compare",
    "planting",
    "monitoring",
    "flight",
  ]);
  const format = useFormat();
  const id = String(garden.id);
  const may = {
    images: useHolds("wholeimage.view"),
    tasks: useHolds("planttreetask.view"),
    photos: useHolds("planttreetaskreport.view"),
    devices: useHolds("device.view"),
    cases: useHolds("violation.view"),
  };
  const counts = {
    tasks: useGardenTasks(id, may.tasks).data?.count,
    devices: useGardenDevices(id, may.devices).data?.count,
    cases: useGardenCases(id, may.cases).data?.count,
    notes: useGardenNotes(id).data?.count,
  };
  const label = (text: string, count: number | undefined) =>
    count ? `${text} · ${format.number(count)}` : text;
  const part = (value: string, text: string, content: ReactNode, isThere = true) =>
    isThere ? [{ value, label: text, content }] : [];
  const tabs = [
    ...part("trees", t("tab_trees"), <TreesPart garden={garden} maySeeTasks={may.tasks} />),
    ...part("change", t("tab_change"), <ChangePart analytics={analytics} />, may.images),
    ...part("tasks", label(t("tab_tasks"), counts.tasks), <GardenTasks garden={id} />, may.tasks),
    ...part("flight", t("flight:tab"), <GardenFlight garden={id} />, may.tasks),
    ...part(
      "devices",
      label(t("tab_devices"), counts.devices),
      <GardenDevices garden={id} />,
      may.devices,
    ),
    ...part("cases", label(t("tab_cases"), counts.cases), <GardenCases garden={id} />, may.cases),
    ...part("photos", t("tab_photos"), <PhotosPart garden={garden} mayReport={may.photos} />),
    ...part(
      "notes",
      label(t("notes_tab"), counts.notes),
      <GardenNotes garden={id} onWrite={onWrite} />,
    ),
    ...part("history", t("tab_history"), <GardenHistory garden={garden.id} />),
    ...part("facts", t("details"), <GardenFacts garden={garden} />),
  ];
  // A part that was open on another garden's panel, or before rights changed, may not be there.
  const open = tabs.some(({ value }) => value === tab) ? tab : "trees";
  return <Tabs label={format.name(garden.name) ?? ""} value={open} onChange={onTab} tabs={tabs} />;
}

function TreesPart({ garden, maySeeTasks }: { garden: Garden; maySeeTasks: boolean }) {
  return (
    <div className="grid gap-5">
      <GardenAnalyticsPart garden={garden} />
      {maySeeTasks && <GardenSurvivalPart garden={garden.id} />}
    </div>
  );
}

function ChangePart({ analytics }: { analytics: GardenAnalytics | undefined }) {
  return analytics ? <GardenChange analytics={analytics} /> : <SkeletonLines lines={4} />;
}

/** The garden's own photo, then those of its planting reports. */
function PhotosPart({ garden, mayReport }: { garden: Garden; mayReport: boolean }) {
  const { t } = useTranslation("gardens");
  if (!mayReport && !garden.photo && !garden.can.change)
    return <EmptyState icon={<Camera />} title={t("photo_none")} />;
  return (
    <div className="grid gap-5">
      <GardenPhoto garden={garden} path={`${paths.garden}/${garden.id}/photo`} />
      {mayReport && <GardenPhotos garden={garden.id} />}
    </div>
  );
}
