import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "../../../ui/form/text-field.tsx";

type Position = PlantTreeReport["position"];
type Props = {
  name: string;
  value: Position;
  onChange: (position: Position) => void;
  errorOf: (path: string) => string | undefined;
};

/** "38.520300, 68.556100": as the panel and most maps write and copy it. */
export const positionText = (position: Position): string =>
  position ? `${position.latitude.toFixed(6)}, ${position.longitude.toFixed(6)}` : "";

/** Reads a typed position; NaN where it is none, which the form's schema refuses. */
function readPosition(text: string): Position {
  if (text.trim() === "") return null;
  const parts = text.trim().split(/[\s,;]+/);
  const [latitude = Number.NaN, longitude = Number.NaN] = parts.map(Number);
  return parts.length === 2 ? { latitude, longitude } : { latitude: Number.NaN, longitude };
}

/** A place typed or pasted in one piece. */
export function PositionField({ name, value, onChange, errorOf }: Props) {
  const { t } = useTranslation("planting");
  const [text, setText] = useState(() => positionText(value));
  const wrong = [errorOf(name), errorOf(`${name}.latitude`), errorOf(`${name}.longitude`)];
  return (
    <TextField
      name={name}
      label={t("position_label")}
      hint={t("position_hint")}
      error={wrong.find(Boolean)}
      value={text}
      onChange={(next) => {
        setText(next);
        onChange(readPosition(next));
      }}
      inputMode="decimal"
      autoComplete="off"
      optional
    />
  );
}
