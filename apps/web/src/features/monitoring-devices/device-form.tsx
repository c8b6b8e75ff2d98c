import type { Device } from "@nihol/contract/sensors/devices";
import { type DeviceType, deviceTypes } from "@nihol/contract/values/devices";
import { paths } from "@nihol/contract/values/paths";
import { today } from "@nihol/contract/values/planting/programme-day";
import { type SoilTexture, soilTextures } from "@nihol/contract/values/sensors/sensor-guidance";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { resourceApi } from "../../lib/api/resource-api.ts";
import { useForm } from "../../lib/form/form.ts";
import { FormPanel } from "../../ui/form/form-panel.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { FactFields, onSideOf, shownFacts } from "./fact-fields.tsx";
import { GardenChoice } from "./garden-choice.tsx";
import { GroupsField } from "./groups/groups-field.tsx";
import { type ChangeOfPlace, PlaceChangeFields } from "./places/place-change.tsx";
import { PositionField } from "./position-field.tsx";

const api = resourceApi(paths.device);

type Props = { device?: Device; onClose: () => void; onSaved: (id: string) => void };

/** Adding and changing a device: its place gives its district, and the gardens to choose from. */
export function DeviceForm({ device, onClose, onSaved }: Props) {
  const { t } = useTranslation(["devices", "map", "app"]);
  const [change, setChange] = useState<ChangeOfPlace>({ place_change: null, moved_on: today() });
  const form = useForm({
    draft: `device:${device?.id ?? "new"}`,
    schema: async () => (await import("@nihol/contract/sensors/devices")).devices.create,
    initial: {
      name: device?.name ?? "",
      type: (device?.type ?? "air") as DeviceType,
      latitude: (device?.latitude ?? null) as number | null,
      longitude: (device?.longitude ?? null) as number | null,
      garden: device?.garden?.id ?? null,
      interval_minutes: (device?.interval_minutes ?? 60) as number | null,
      soil_texture: (device?.soil_texture ?? null) as SoilTexture | null,
      ...shownFacts(device),
      groups: device?.groups.map(({ id }) => id) ?? [],
      retired: device?.state === "retired",
    },
    submit: async (values) => {
      const said = change.place_change
        ? { place_change: change.place_change, moved_on: change.moved_on }
        : {};
      const saved = device
        ? await api.patch(device.id, { ...values, ...(isElsewhere && said) })
        : await api.create(values);
      toast.success(device ? t("app:updated") : t("app:created"));
      onSaved(String(saved.id));
    },
  });
  const { type, garden, latitude, longitude, height_m, retired } = form.values;
  const isElsewhere =
    device?.last_reading_at &&
    (latitude !== device.latitude ||
      longitude !== device.longitude ||
      garden !== (device.garden?.id ?? null));
  return (
    <FormPanel
      wide
      title={device ? device.name : t("device_new")}
      form={form}
      action={device ? undefined : t("app:create")}
      onClose={onClose}
    >
      <div className="field-row">
        <TextField {...form.field("name")} label={t("name")} autoComplete="off" />
        <SelectField
          {...form.field("type")}
          onChange={(next) => {
            form.set("type", next);
            form.set("height_m", onSideOf(next, height_m === null ? null : Math.abs(height_m)));
          }}
          label={t("type")}
          options={deviceTypes.map((one) => ({ value: one, label: t(`map:device_${one}`) }))}
        />
      </div>
      <PositionField
        latitude={form.field("latitude")}
        longitude={form.field("longitude")}
        onPick={(place) => {
          form.set("latitude", place.latitude);
          form.set("longitude", place.longitude);
        }}
      />
      <GardenChoice
        {...form.field("garden")}
        position={{ latitude, longitude }}
        current={device?.garden ?? null}
        offers={!device}
      />
      {isElsewhere && (
        <PlaceChangeFields
          value={change}
          onChange={setChange}
          errorOf={form.errorOf}
          since={device.placed_on}
        />
      )}
      <div className="field-row">
        <NumberField
          {...form.field("interval_minutes")}
          label={t("interval")}
          hint={t("interval_hint")}
          unit={t("minute_unit")}
        />
        {type === "soil" && (
          <SelectField
            {...form.field("soil_texture")}
            value={form.values.soil_texture ?? "loam"}
            label={t("texture")}
            hint={t("texture_hint")}
            options={soilTextures.map((one) => ({ value: one, label: t(`texture_${one}`) }))}
          />
        )}
      </div>
      <FactFields
        type={type}
        fields={{
          serial: form.field("serial"),
          maker: form.field("maker"),
          model: form.field("model"),
          height_m: form.field("height_m"),
          altitude_m: form.field("altitude_m"),
          notes: form.field("notes"),
        }}
      />
      <GroupsField {...form.field("groups")} />
      {device && (
        <Switch
          label={t("retired")}
          hint={t("retired_hint")}
          checked={retired}
          onChange={(next) => form.set("retired", next)}
        />
      )}
    </FormPanel>
  );
}
