import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { BoundaryOutline } from "../../parts/boundary/boundary-outline.tsx";
import { GardensOutsideNote } from "../../parts/boundary/gardens-outside.tsx";
import { NamesValues } from "../../parts/records/names-values.tsx";
import { RecordPanel } from "../../parts/records/record-panel.tsx";
import { useDelete } from "../../parts/records/use-delete.ts";
import { textLink } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { useLeafOffText } from "./leaf-off.tsx";
import { RegionForm } from "./region-form.tsx";

export function RegionPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["territory", "app"]);
  const format = useFormat();
  const leafOff = useLeafOffText();
  const query = useQuery(recordQuery(paths.region, id));
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const handleDelete = useDelete(paths.region, id, onClose);
  const done = () => setEditing(false);
  if (editing && query.data)
    return <RegionForm region={query.data} onClose={done} onSaved={done} />;

  return (
    <RecordPanel
      query={query}
      title={(region) => format.name(region.name)}
      onClose={onClose}
      onEdit={() => setEditing(true)}
      onDelete={() => setDeleting(true)}
    >
      {(region) => (
        <div className="grid gap-4">
          {region.updating && (
            <p role="status" className="rounded-md bg-watch-soft px-3 py-2 text-sm text-watch">
              {t("updating_text")}
            </p>
          )}
          <GardensOutsideNote gardens={region.gardens_outside} />
          {region.boundary && (
            <BoundaryOutline
              boundary={region.boundary}
              label={t("boundary_shape", { name: format.name(region.name) })}
            />
          )}
          <KeyValues>
            <KeyValue label={t("code")}>{region.code}</KeyValue>
            <KeyValue label={t("area")}>
              {region.area_m2 !== null && `${format.hectares(region.area_m2)} ${t("app:hectares")}`}
            </KeyValue>
            <KeyValue label={t("boundary")}>
              {region.bbox ? t("boundary_present") : t("boundary_missing")}
            </KeyValue>
            <KeyValue label={t("district_count")}>
              <Link
                to="/admin/districts"
                search={{ region: String(region.id) }}
                aria-label={`${t("open_districts")}: ${region.district_count}`}
                className={textLink}
              >
                {format.number(region.district_count)}
              </Link>
            </KeyValue>
            <KeyValue label={t("garden_count")}>{format.number(region.garden_count)}</KeyValue>
            <KeyValue label={t("leaf_off")}>
              {leafOff(region.leaf_off, region.center?.[1] ?? null)}
            </KeyValue>
            <NamesValues name={region.name} />
          </KeyValues>
          <ConfirmDialog
            open={deleting}
            onClose={() => setDeleting(false)}
            title={t("region_delete_title", { name: format.name(region.name) })}
            consequence={t("region_delete_text", {
              districts: format.number(region.district_count),
              gardens: format.number(region.garden_count),
            })}
            action={t("app:delete")}
            onConfirm={handleDelete}
          />
        </div>
      )}
    </RecordPanel>
  );
}
