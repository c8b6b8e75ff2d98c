import { cameras } from "@nihol/contract/values/planting/flight";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { NumberField } from "../../ui/form/number-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";

const another = "another";

/** Chooses a common camera, or takes the ground that a pixel of another one covers from 100 m, in centimetres. */
export function CameraChoice({ onChange }: { onChange: (pixelAt100Cm: number) => void }) {
  const { t } = useTranslation("flight");
  const [camera, setCamera] = useState<string>(cameras[0].name);
  const [typed, setTyped] = useState<number | null>(null);
  const options = [
    ...cameras.map(({ name }) => ({ value: name, label: name })),
    { value: another, label: t("camera_another") },
  ];
  const handleCamera = (name: string) => {
    setCamera(name);
    const known = cameras.find((one) => one.name === name);
    if (known) onChange(known.pixelAt100Cm);
  };
  const handleTyped = (value: number | null) => {
    setTyped(value);
    if (value !== null && value > 0) onChange(value);
  };
  const isWrong = typed !== null && !(typed > 0);
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <SelectField
        name="camera"
        label={t("camera")}
        value={camera}
        onChange={handleCamera}
        options={options}
      />
      {camera === another && (
        <NumberField
          name="pixel_at_100"
          label={t("pixel_at_100")}
          hint={t("pixel_hint")}
          value={typed}
          onChange={handleTyped}
          error={isWrong ? t("pixel_wrong") : undefined}
        />
      )}
    </div>
  );
}
