import type { AuditEntry } from "@nihol/contract/audit-log";
import { auditResourceOf } from "@nihol/contract/values/audit";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { recordQuery, recordsQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { RecordFailure, useFailureHeading } from "../../parts/records/record-failure.tsx";
import { Button } from "../../ui/button.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { actionText, entryText, resourceText } from "./audit-words.ts";
import { valuesBefore } from "./values-before.ts";

type Props = {
  id: string;
  /** Shows all lines of a record. */
  onRecord: (resource: string, id: string) => void;
  onClose: () => void;
};

/** Panel of one line of the log: the person, the action and the values sent, beside what earlier lines of the same record say. */
export function AuditEntryPanel({ id, onRecord, onClose }: Props) {
  const { t } = useTranslation(["audit", "app"]);
  const heading = useFailureHeading();
  const query = useQuery(recordQuery(paths.auditLog, id));
  const line = query.data;
  const title = line ? entryText(t, line) : query.isError ? heading(query.error) : t("app:loading");
  return (
    <SidePanel title={title} onClose={onClose}>
      {query.isPending && <SkeletonLines lines={7} />}
      {query.isError && !line && (
        <RecordFailure error={query.error} onRetry={() => void query.refetch()} onClose={onClose} />
      )}
      {line && <Facts line={line} onRecord={onRecord} />}
    </SidePanel>
  );
}

function Facts({ line, onRecord }: { line: AuditEntry } & Pick<Props, "onRecord">) {
  const { t } = useTranslation(["audit", "app"]);
  const format = useFormat();
  const { resource, resource_id: id } = line;
  return (
    <div className="grid gap-5">
      <KeyValues>
        <KeyValue label={t("at")}>{format.dateTime(line.at)}</KeyValue>
        <KeyValue label={t("actor")}>
          {line.actor ? <span lang="mul">{line.actor.email}</span> : t("actor_none")}
        </KeyValue>
        <KeyValue label={t("action")}>{actionText(t, line.action)}</KeyValue>
        <KeyValue label={t("resource")}>{resourceText(t, resource)}</KeyValue>
        <KeyValue label={t("resource_id")}>
          {id && (
            <span lang="mul">
              {id}
              {resource === "user" && <UserName id={id} />}
            </span>
          )}
        </KeyValue>
      </KeyValues>
      {line.change && Object.keys(line.change).length > 0 && <Sent line={line} />}
      {id && (
        <Button
          className="justify-self-start"
          onClick={() => onRecord(auditResourceOf(resource) ?? resource, id)}
        >
          {t("all_of_record")}
        </Button>
      )}
    </div>
  );
}

/** Name of an account, since a number says nothing to a reader of the log; empty where it is gone or not theirs to see. */
function UserName({ id }: { id: string }) {
  const maySee = useHolds("user.view");
  const { data } = useQuery({ ...recordQuery(paths.user, id), enabled: maySee });
  if (!data) return null;
  const name = [data.first_name, data.last_name].filter(Boolean).join(" ");
  return ` · ${name || data.email}`;
}

/** Lists the values sent, by the names of the interface, and what the log says that they were before. */
function Sent({ line }: { line: AuditEntry }) {
  const { t } = useTranslation("audit");
  const { resource, resource_id: id } = line;
  const isChange = line.action === "change" && id !== null;
  const search = { resource, resource_id: id ?? "", page_size: limits.pageSizeMax };
  const { data, isLoading } = useQuery({
    ...recordsQuery(paths.auditLog, search),
    enabled: isChange,
  });
  const before = isChange && data ? valuesBefore(line, data.results) : null;
  // All columns come at once: one that came later would push the values aside.
  if (isLoading) return <SkeletonLines lines={4} />;
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">{t("sent")}</h3>
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-line text-start text-xs text-ink-3">
              <th scope="col" className="py-1.5 pe-3 font-medium">
                {t("field")}
              </th>
              {before && (
                <th scope="col" className="py-1.5 pe-3 font-medium">
                  {t("before")}
                </th>
              )}
              <th scope="col" className="py-1.5 font-medium">
                {t("value")}
              </th>
            </tr>
          </thead>
          <tbody lang="mul">
            {Object.entries(line.change ?? {}).map(([field, value]) => (
              <tr key={field} className="border-b border-line align-top">
                <FieldName field={field} />
                {before && (
                  <td className="py-1.5 pe-3 break-words text-ink-3">
                    {before.has(field) ? <Value value={before.get(field)} /> : "–"}
                  </td>
                )}
                <td className="py-1.5 break-words">
                  <Value value={value} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {before && <p className="text-xs text-ink-3">{t("before_hint")}</p>}
    </section>
  );
}

/** Fields of a sign-in have no form whose names they carry; all others stand as they were sent. */
const named = { address: "field_address", known_device: "field_known_device" } as const;

function FieldName({ field }: { field: string }) {
  const { t } = useTranslation("audit");
  const key = named[field as keyof typeof named];
  return (
    <th
      scope="row"
      className={cx("py-1.5 pe-3 text-start text-xs font-normal", !key && "font-mono")}
    >
      {key ? t(key) : field}
    </th>
  );
}

/** Longer ones, such as outlines, are cut: the file of the list has them whole. */
const longest = 600;

function Value({ value }: { value: unknown }) {
  const { t } = useTranslation("app");
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value !== "object" || value === null) return String(value ?? "–");
  const text = JSON.stringify(value, null, 1);
  return (
    <code className="font-mono text-xs whitespace-pre-wrap">
      {text.length > longest ? `${text.slice(0, longest)}…` : text}
    </code>
  );
}
