import type { Device, FormerPlace } from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import { daysAfter } from "@nihol/contract/values/planting/programme-day";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { coordinateText } from "../../../lib/text/coordinate-text.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { FailureNote } from "../../../ui/error-panel.tsx";

/** Places where a device stood before it was moved, the newest first. */
export const useFormerPlaces = (device: number) =>
  useQuery({
    queryKey: [paths.device, "place", device],
    queryFn: ({ signal }) => ask("GET /device/:id/place", { params: { id: device }, signal }),
  });

/** Lists where the device stood before, until when, and lets a move that never was be taken back. */
export function FormerPlaces({ device }: { device: Device }) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const { data, error } = useFormerPlaces(device.id);
  const [gone, setGone] = useState<FormerPlace>();
  if (!data) return <FailureNote error={error} />;
  if (data.results.length === 0) return null;
  async function handleTakeBack() {
    if (!gone) return;
    const params = { id: device.id, place: gone.id };
    await ask("DELETE /device/:id/place/:place", { params });
    await refresh(paths.device);
    toast.success(t("bad_taken_back"));
  }
  return (
    <section className="grid gap-2" aria-labelledby="device-places">
      <h3 id="device-places" className="text-sm font-semibold">
        {t("places_title")}
      </h3>
      <p className="text-sm text-ink-2">{t("places_text")}</p>
      <ul className="grid divide-y divide-line border-y border-line">
        {data.results.map((place) => (
          <li key={place.id} className="grid gap-1 py-2 text-sm">
            <p className="numeric">
              {place.since
                ? t("place_between", {
                    from: format.date(place.since),
                    to: format.date(daysAfter(place.until, -1)),
                  })
                : t("place_until", { date: format.date(daysAfter(place.until, -1)) })}
            </p>
            <p className="text-ink-2">
              {[place.garden ?? place.district ?? place.region]
                .map((one) => one && format.name(one.name))
                .filter(Boolean)
                .concat(coordinateText(place.latitude, place.longitude))
                .join(" · ")}
            </p>
            <p className="text-xs text-ink-3">
              {t("servicing_written", {
                name: place.author,
                date: format.dateTime(place.created_at),
              })}
            </p>
            {device.can.change && (
              <Button size="sm" className="justify-self-start" onClick={() => setGone(place)}>
                {t("bad_take_back")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={gone !== undefined}
        onClose={() => setGone(undefined)}
        title={t("move_take_back_title")}
        consequence={t("move_take_back_text")}
        action={t("bad_take_back")}
        onConfirm={handleTakeBack}
      />
    </section>
  );
}
