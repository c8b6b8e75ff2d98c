import type { Operations } from "@nihol/contract/operations";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Progress } from "../../ui/progress.tsx";
import { OperationsCard } from "./operations-card.tsx";

/** Least share of a disk that is to be free, chosen: a day's images and their tiles need room of their own. */
const lowShare = 0.1;

type Props = Pick<Operations, "database" | "files" | "growth">;

/** Room that is left, the size of database and files, and how fast they grow. */
export function RoomCard({ database, files, growth }: Props) {
  const { t } = useTranslation("operations");
  const format = useFormat();
  const [first] = growth;
  const last = growth.at(-1);
  const used = files.disk_bytes > 0 ? 1 - files.free_bytes / files.disk_bytes : 0;
  const grown = (now: number, before: number) =>
    `${now < before ? "−" : "+"}${format.bytes(Math.abs(now - before))}`;
  return (
    <OperationsCard title={t("room")}>
      <Progress
        label={t("disk")}
        share={used}
        note={t("disk_free", {
          free: format.bytes(files.free_bytes),
          all: format.bytes(files.disk_bytes),
        })}
      />
      {1 - used < lowShare && (
        <p className="rounded-md bg-act-soft px-3 py-2 text-sm text-act">{t("disk_low")}</p>
      )}
      <KeyValues>
        <KeyValue label={t("database")}>{format.bytes(database.bytes)}</KeyValue>
        <KeyValue label={t("files")}>
          {files.measured &&
            t("files_measured", {
              size: format.bytes(files.measured.bytes),
              count: format.number(files.measured.count),
              time: format.dateTime(files.measured.at),
            })}
        </KeyValue>
        <KeyValue label={t("growth")}>
          {first && last && first.day !== last.day
            ? t("growth_since", {
                day: format.date(first.day),
                database: grown(last.database_bytes, first.database_bytes),
                files: grown(last.file_bytes, first.file_bytes),
              })
            : t("growth_none")}
        </KeyValue>
        <KeyValue label={t("connections")}>
          {t("of", {
            n: format.number(database.connections),
            all: format.number(database.connections_max),
          })}
        </KeyValue>
        <KeyValue label={t("tables")}>
          <ul className="grid gap-0.5">
            {database.tables.map(({ name, bytes }) => (
              <li key={name} className="flex justify-between gap-3">
                <span lang="en" className="min-w-0 break-all">
                  {name}
                </span>
                <span className="numeric shrink-0">{format.bytes(bytes)}</span>
              </li>
            ))}
          </ul>
        </KeyValue>
      </KeyValues>
    </OperationsCard>
  );
}
