import type { Device } from "@nihol/contract/sensors/devices";
import type { DeviceType } from "@nihol/contract/values/devices";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import type { FieldProps } from "../../lib/form/form.ts";
import { NumberField } from "../../ui/form/number-field.tsx";
import { TextArea, TextField } from "../../ui/form/text-field.tsx";

type Facts = Pick<Device, "serial" | "maker" | "model" | "height_m" | "altitude_m" | "notes">;
type Props = { fields: { [K in keyof Facts]: FieldProps<Facts[K]> }; type: DeviceType };

/** Facts as a form begins with them. */
export const shownFacts = (device?: Device): Facts => ({
  serial: device?.serial ?? "",
  maker: device?.maker ?? "",
  model: device?.model ?? "",
  height_m: device?.height_m ?? null,
  altitude_m: device?.altitude_m ?? null,
  notes: device?.notes ?? "",
});

/** Turns metres between what is kept, above the ground, and what people say of this kind: soil and water by their depth. */
export function onSideOf(type: DeviceType, metres: number | null): number | null {
  if (!metres || type === "air") return metres;
  return -metres;
}

/** Makers of the devices that the reader sees, with their models. */
export const useMakers = () =>
  useQuery({
    queryKey: [paths.device, "maker"],
    queryFn: ({ signal }) => ask("GET /device/maker", { signal }),
  });

/** Serial number, make, height or depth, altitude, and notes of a device; makes that are known are offered. */
export function FactFields({ fields, type }: Props) {
  const { t } = useTranslation("devices");
  const [makers, models] = [useId(), useId()];
  const { data } = useMakers();
  const height = fields.height_m;
  const known = data?.makers ?? [];
  const maker = fields.maker.value;
  return (
    <>
      <div className="field-row">
        <TextField {...fields.serial} label={t("serial")} optional autoComplete="off" />
        <NumberField
          {...height}
          label={t(`height_${type}`)}
          optional
          unit={t("metre_unit")}
          value={onSideOf(type, height.value)}
          onChange={(next) => height.onChange(onSideOf(type, next))}
        />
      </div>
      <div className="field-row">
        <TextField {...fields.maker} label={t("maker")} optional list={makers} />
        <TextField {...fields.model} label={t("model")} optional list={models} />
      </div>
      <datalist id={makers}>
        {known.map((one) => (
          <option key={one.maker} value={one.maker} />
        ))}
      </datalist>
      <datalist id={models}>
        {known
          .filter((one) => maker === "" || one.maker === maker)
          .flatMap((one) => one.models)
          .map((model) => (
            <option key={model} value={model} />
          ))}
      </datalist>
      <NumberField
        {...fields.altitude_m}
        label={t("altitude")}
        hint={t("altitude_hint")}
        optional
        unit={t("metre_unit")}
      />
      <TextArea {...fields.notes} label={t("notes")} optional />
    </>
  );
}
