import type { Device } from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import { useTranslation } from "react-i18next";
import { refresh } from "../../lib/api/query-client.ts";
import { makeOf } from "../../lib/device-make.ts";
import { coordinateText } from "../../lib/text/coordinate-text.ts";
import { useFormat } from "../../lib/text/format.ts";
import { RecordPhoto } from "../../parts/attachments/record-photo.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { onSideOf } from "./fact-fields.tsx";
import { PlaceMap } from "./places/place-map.tsx";

/** Where it stands and how it is meant to send. */
export function DeviceFacts({ device }: { device: Device }) {
  const { t } = useTranslation(["devices", "map"]);
  const format = useFormat();
  const { latitude, longitude, token } = device;
  const place = coordinateText(latitude, longitude);
  return (
    <>
      <PlaceMap device={device} />
      <KeyValues>
        <KeyValue label={t("type")}>{t(`map:device_${device.type}`)}</KeyValue>
        <KeyValue label={t("serial")}>
          {device.serial && (
            <span className="flex items-start justify-between gap-2">
              <span lang="mul" className="numeric break-all">
                {device.serial}
              </span>
              <CopyButton value={device.serial} what={t("serial_copy")} />
            </span>
          )}
        </KeyValue>
        <KeyValue label={t("make")}>
          {makeOf(device) && <span lang="mul">{makeOf(device)}</span>}
        </KeyValue>
        <KeyValue label={t(`height_${device.type}`)}>
          {device.height_m !== null &&
            t("metres", { n: format.number(onSideOf(device.type, device.height_m) ?? 0, 2) })}
        </KeyValue>
        <KeyValue label={t("altitude")}>
          {device.altitude_m !== null && t("metres", { n: format.number(device.altitude_m, 0) })}
        </KeyValue>
        <KeyValue label={t("coordinates")}>
          <span className="flex items-start justify-between gap-2">
            <span className="numeric">{place}</span>
            <CopyButton value={place} what={t("coordinates_copy")} />
          </span>
        </KeyValue>
        {device.placed_on && (
          <KeyValue label={t("placed_on")}>{format.date(device.placed_on)}</KeyValue>
        )}
        <KeyValue label={t("garden")}>{device.garden && format.name(device.garden.name)}</KeyValue>
        <KeyValue label={t("district")}>
          {device.district && format.name(device.district.name)}
        </KeyValue>
        <KeyValue label={t("region")}>{device.region && format.name(device.region.name)}</KeyValue>
        {device.groups.length > 0 && (
          <KeyValue label={t("groups")}>
            <span lang="mul">{device.groups.map(({ name }) => name).join(", ")}</span>
          </KeyValue>
        )}
        <KeyValue label={t("interval")}>{t("minutes", { n: device.interval_minutes })}</KeyValue>
        {device.type === "soil" && (
          <KeyValue label={t("texture")}>{t(`texture_${device.soil_texture ?? "loam"}`)}</KeyValue>
        )}
        <KeyValue label={t("token")}>
          {token
            ? token.used_at
              ? t("token_used", { ago: format.ago(token.used_at) })
              : t("token_unused", { date: format.dateTime(token.created_at) })
            : t("token_none")}
        </KeyValue>
        <KeyValue label={t("notes")}>
          {device.notes && <span className="whitespace-pre-wrap break-words">{device.notes}</span>}
        </KeyValue>
      </KeyValues>
      <RecordPhoto
        photo={device.photo}
        alt={t("photo_of", { name: device.name })}
        path={`${paths.device}/${device.id}/photo`}
        name={device.name}
        mayChange={device.can.change}
        onDone={() => refresh(paths.device)}
      />
    </>
  );
}
