import type { ProcessDetail } from "@nihol/contract/imagery/processes";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Copyable } from "./copyable.tsx";
import { PriorityChoice } from "./priority-choice.tsx";

/** Every field that the specification names, and who asked for what. */
export function ProcessFacts({ process }: { process: ProcessDetail }) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const { centroid_lat: lat, centroid_lng: lng } = process;
  return (
    <KeyValues>
      <KeyValue label={t("task_id")}>
        <Copyable value={process.imagery_task_id} what={t("copy_task_id")} />
      </KeyValue>
      <KeyValue label={t("process_date")}>{format.date(process.process_date)}</KeyValue>
      <KeyValue label={t("created_at")}>{format.dateTime(process.created_at)}</KeyValue>
      <KeyValue label={t("started_at")}>{format.dateTime(process.started_at)}</KeyValue>
      <KeyValue label={t("finished_at")}>{format.dateTime(process.finished_at)}</KeyValue>
      <KeyValue label={t("generated_images")}>
        <span className="numeric">
          {`${format.number(process.generated_images)} / ${format.number(process.total_images)}`}
        </span>
      </KeyValue>
      <KeyValue label={t("trees")}>
        <span className="numeric">{format.number(process.tree_count)}</span>
      </KeyValue>
      <KeyValue label={t("image_location")}>
        {process.image_location ?? t("location_unknown")}
      </KeyValue>
      <KeyValue label={t("area")}>
        {[t(`area_${process.area.kind}`), format.name(process.area.name)]
          .filter(Boolean)
          .join(": ")}
      </KeyValue>
      <KeyValue label={t("centroid_lat")}>
        {lat !== null && <Copyable value={lat.toFixed(6)} what={t("copy_latitude")} />}
      </KeyValue>
      <KeyValue label={t("centroid_lng")}>
        {lng !== null && <Copyable value={lng.toFixed(6)} what={t("copy_longitude")} />}
      </KeyValue>
      <KeyValue label={t("date_hash")}>
        {process.date_hash && <Copyable value={process.date_hash} what={t("copy_hash")} />}
      </KeyValue>
      {process.source && (
        <KeyValue label={t("source")}>{format.name(process.source.name)}</KeyValue>
      )}
      {process.attribution && (
        <KeyValue label={t("attribution")}>
          <span lang="mul">{process.attribution}</span>
        </KeyValue>
      )}
      {process.licence && (
        <KeyValue label={t("licence")}>
          <span lang="mul">{process.licence}</span>
        </KeyValue>
      )}
      <KeyValue label={t("priority")}>
        <PriorityChoice process={process} />
      </KeyValue>
      <KeyValue label={t("requested_by")}>{process.requested_by}</KeyValue>
      <KeyValue label={t("model")}>{process.model}</KeyValue>
    </KeyValues>
  );
}
