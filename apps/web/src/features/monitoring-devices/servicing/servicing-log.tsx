import type { Device } from "@nihol/contract/sensors/devices";
import type { Servicing } from "@nihol/contract/sensors/servicing";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Wrench } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { cx } from "../../../lib/cx.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { ServiceDue } from "../../../parts/states/service-due.tsx";
import { Button } from "../../../ui/button.tsx";
import { LogSection } from "../taking-back/log-section.tsx";
import { ServicingForm } from "./servicing-form.tsx";
import { ServicingTakeBack } from "./servicing-take-back.tsx";

/** Work that people did on a device, who and when, and the day on which the next is due. */
export function ServicingLog({ device }: { device: Device }) {
  const { t } = useTranslation("devices");
  const [asking, setAsking] = useState<"add" | Servicing>();
  const query = useQuery({
    queryKey: [paths.device, "servicing", device.id],
    queryFn: ({ signal }) =>
      ask("GET /device/:id/servicing", { params: { id: device.id }, signal }),
  });
  const close = () => setAsking(undefined);
  return (
    <LogSection
      query={query}
      title={t("servicing")}
      none={t("servicing_none")}
      add={t("servicing_add")}
      icon={<Wrench className="size-4" />}
      onAdd={() => setAsking("add")}
      about={
        device.service_due && (
          <p className="flex flex-wrap items-center gap-x-2 text-sm">
            <span className="text-ink-2">{t("service_due")}:</span>
            <ServiceDue device={device} />
          </p>
        )
      }
      entry={(entry, mayChange) => (
        <>
          <Entry entry={entry} />
          {mayChange && !entry.taken_back && (
            <Button size="sm" className="justify-self-start" onClick={() => setAsking(entry)}>
              {t("bad_take_back")}
            </Button>
          )}
        </>
      )}
    >
      {asking === "add" && <ServicingForm device={device} onClose={close} />}
      {typeof asking === "object" && (
        <ServicingTakeBack device={device.id} entry={asking} onClose={close} />
      )}
    </LogSection>
  );
}

function Entry({ entry }: { entry: Servicing }) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const { added, taken_back: takenBack, due_on: due, note } = entry;
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className={cx("font-medium", takenBack && "text-ink-3 line-through")}>
          {t(`servicing_${entry.kind}`)}
        </span>
        <span className="numeric text-ink-2">{format.date(entry.done_on)}</span>
      </p>
      {note && <p className="whitespace-pre-wrap break-words">{note}</p>}
      {due && entry.holds && (
        <p className="text-ink-2">{t("servicing_due_on", { date: format.date(due) })}</p>
      )}
      <p className="text-xs text-ink-3">
        {t("servicing_by", { name: entry.done_by })}
        {added.name !== entry.done_by &&
          ` · ${t("servicing_written", { name: added.name, date: format.dateTime(added.at) })}`}
      </p>
      {takenBack && (
        <p className="text-xs break-words text-ink-3">
          {t("bad_by_taken_back", { name: takenBack.name, date: format.dateTime(takenBack.at) })}
          {takenBack.note && ` · ${takenBack.note}`}
        </p>
      )}
    </>
  );
}
