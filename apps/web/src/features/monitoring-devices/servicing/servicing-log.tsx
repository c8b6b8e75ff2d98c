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
import { FailureNote } from "../../../ui/error-panel.tsx";
import { ServicingForm } from "./servicing-form.tsx";
import { ServicingTakeBack } from "./servicing-take-back.tsx";

/** Work that people did on a device, who and when, and the day on which the next is due. */
export function ServicingLog({ device }: { device: Device }) {
  const { t } = useTranslation("devices");
  const [asking, setAsking] = useState<"add" | Servicing>();
  const { data, error } = useQuery({
    queryKey: [paths.device, "servicing", device.id],
    queryFn: ({ signal }) =>
      ask("GET /device/:id/servicing", { params: { id: device.id }, signal }),
  });
  if (!data) return <FailureNote error={error} />;
  const { results, can } = data;
  if (results.length === 0 && !can.change) return null;
  const close = () => setAsking(undefined);
  return (
    <section className="grid gap-2" aria-labelledby="device-servicing">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="device-servicing" className="text-sm font-semibold">
          {t("servicing")}
        </h3>
        {can.change && (
          <Button size="sm" icon={<Wrench className="size-4" />} onClick={() => setAsking("add")}>
            {t("servicing_add")}
          </Button>
        )}
      </div>
      {device.service_due && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <span className="text-ink-2">{t("service_due")}:</span>
          <ServiceDue device={device} />
        </p>
      )}
      {results.length === 0 ? (
        <p className="text-sm text-ink-2">{t("servicing_none")}</p>
      ) : (
        <ul className="grid divide-y divide-line border-y border-line">
          {results.map((entry) => (
            <li key={entry.id} className="grid gap-1 py-2 text-sm">
              <Entry entry={entry} />
              {can.change && !entry.taken_back && (
                <Button size="sm" className="justify-self-start" onClick={() => setAsking(entry)}>
                  {t("bad_take_back")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {asking === "add" && <ServicingForm device={device} onClose={close} />}
      {typeof asking === "object" && (
        <ServicingTakeBack device={device.id} entry={asking} onClose={close} />
      )}
    </section>
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
