import type { ImagerySource } from "@nihol/contract/imagery/imagery-sources";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { NamesValues } from "../../parts/records/names-values.tsx";
import { RecordPanel } from "../../parts/records/record-panel.tsx";
import { useDelete } from "../../parts/records/use-delete.ts";
import { buttonClass } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { SourceForm } from "./source-form.tsx";
import { SourceTest } from "./source-test.tsx";
import { SourceWatch } from "./source-watch.tsx";

/** While a source is being asked for each garden, what came of it is looked for this often. */
const askingMs = 3_000;
const isBeingAsked = (source?: ImagerySource) =>
  source?.enabled === true && Date.parse(source.watch?.due_at ?? "") <= Date.now();

export function SourcePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["sources", "app"]);
  const format = useFormat();
  const query = useQuery({
    ...recordQuery(paths.imagerySource, id),
    refetchInterval: ({ state }) => isBeingAsked(state.data) && askingMs,
  });
  const mayFetch = useHolds("satelliteimagery.add");
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const handleDelete = useDelete(paths.imagerySource, id, onClose);
  const done = () => setEditing(false);
  if (editing && query.data)
    return <SourceForm source={query.data} onClose={done} onSaved={done} />;
  return (
    <RecordPanel
      query={query}
      title={(source) => format.name(source.name)}
      onClose={onClose}
      onEdit={() => setEditing(true)}
      onDelete={() => setDeleting(true)}
    >
      {(source) => (
        <div className="grid gap-5">
          <Facts source={source} />
          {mayFetch && source.enabled && source.kind !== "upload" && (
            <Link
              to="/admin/process"
              search={{ open: `fetch-${source.id}` }}
              className={cx(buttonClass("plain"), "justify-self-start")}
            >
              <Download aria-hidden className="size-4" />
              {t("fetch")}
            </Link>
          )}
          <SourceWatch source={source} />
          {source.can.test && <SourceTest id={source.id} />}
          <ConfirmDialog
            open={deleting}
            onClose={() => setDeleting(false)}
            title={t("delete_title", { name: format.name(source.name) })}
            consequence={t("delete_text")}
            action={t("app:delete")}
            onConfirm={handleDelete}
          />
        </div>
      )}
    </RecordPanel>
  );
}

function Facts({ source }: { source: ImagerySource }) {
  const { t } = useTranslation("sources");
  const format = useFormat();
  const { kind } = source;
  return (
    <KeyValues>
      <KeyValue label={t("kind")}>{t(`kind_${kind}`)}</KeyValue>
      <KeyValue label={t("state")}>{t(source.enabled ? "enabled" : "disabled")}</KeyValue>
      {source.is_base_layer && <KeyValue label={t("base_layer")}>{t("base_layer_here")}</KeyValue>}
      {source.address && (
        <KeyValue label={t("address")}>
          <span className="break-all">{source.address}</span>
        </KeyValue>
      )}
      {source.layer && (
        <KeyValue label={t(kind === "stac" ? "collection" : "layer")}>{source.layer}</KeyValue>
      )}
      {source.asset && <KeyValue label={t("asset")}>{source.asset}</KeyValue>}
      {source.max_zoom !== null && (
        <KeyValue label={t("max_zoom")}>{format.number(source.max_zoom)}</KeyValue>
      )}
      {source.gsd_m !== null && (
        <KeyValue label={t("gsd")}>
          {t("metres", { value: format.number(source.gsd_m, 2) })}
        </KeyValue>
      )}
      {source.bands && <KeyValue label={t("bands")}>{source.bands}</KeyValue>}
      {kind !== "upload" && (
        <KeyValue label={t("credential")}>{t(`credential_${source.credential_kind}`)}</KeyValue>
      )}
      {source.attribution && (
        <KeyValue label={t("attribution")}>
          <span lang="mul">{source.attribution}</span>
        </KeyValue>
      )}
      {source.licence && (
        <KeyValue label={t("licence")}>
          <span lang="mul">{source.licence}</span>
        </KeyValue>
      )}
      <NamesValues name={source.name} />
    </KeyValues>
  );
}
