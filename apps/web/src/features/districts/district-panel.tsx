import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
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
import { DistrictForm } from "./district-form.tsx";

export function DistrictPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["territory", "app"]);
  const format = useFormat();
  const query = useQuery(recordQuery(paths.district, id));
  const isDemonstration = useUser().userData?.demo;
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const handleDelete = useDelete(paths.district, id, onClose, paths.region);
  const done = () => setEditing(false);
  if (editing && query.data)
    return <DistrictForm district={query.data} onClose={done} onSaved={done} />;

  return (
    <RecordPanel
      query={query}
      title={(district) => format.name(district.name)}
      onClose={onClose}
      onEdit={() => setEditing(true)}
      onDelete={() => setDeleting(true)}
    >
      {(district) => (
        <div className="grid gap-4">
          {district.updating && (
            <p role="status" className="rounded-md bg-watch-soft px-3 py-2 text-sm text-watch">
              {t("updating_text")}
            </p>
          )}
          <GardensOutsideNote gardens={district.gardens_outside} />
          {district.boundary && (
            <BoundaryOutline
              boundary={district.boundary}
              label={t("boundary_shape", { name: format.name(district.name) })}
            />
          )}
          {isDemonstration && <p className="text-sm text-ink-2">{t("boundary_of_demo")}</p>}
          <KeyValues>
            <KeyValue label={t("code")}>{district.code}</KeyValue>
            <KeyValue label={t("area")}>
              {district.area_m2 !== null &&
                `${format.hectares(district.area_m2)} ${t("app:hectares")}`}
            </KeyValue>
            <KeyValue label={t("boundary")}>
              {district.bbox ? t("boundary_present") : t("boundary_missing")}
            </KeyValue>
            <KeyValue label={t("region")}>
              <Link
                to="/admin/regions"
                search={{ open: String(district.region.id) }}
                className={textLink}
              >
                {format.name(district.region.name)}
              </Link>
            </KeyValue>
            <KeyValue label={t("kind")}>{t(`kind_${district.kind}`)}</KeyValue>
            <KeyValue label={t("garden_count")}>{format.number(district.garden_count)}</KeyValue>
            <NamesValues name={district.name} />
          </KeyValues>
          <ConfirmDialog
            open={deleting}
            onClose={() => setDeleting(false)}
            title={t("district_delete_title", { name: format.name(district.name) })}
            consequence={t("district_delete_text", {
              gardens: format.number(district.garden_count),
            })}
            action={t("app:delete")}
            onConfirm={handleDelete}
          />
        </div>
      )}
    </RecordPanel>
  );
}
