import { LocateFixed } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { askPosition, type NoPosition, type Position } from "../../lib/device-position.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";

type Props = {
  /** WGS 84, degrees, with the error that the device states in metres. */
  onPlace: (position: Position) => void;
};

/** Six decimals are eleven centimetres: no phone knows its place better. */
const rounded = (degrees: number) => Number(degrees.toFixed(6));

/** Puts the place where one stands into a form. The browser is asked when it is pressed, never before. */
export function MyPlace({ onPlace }: Props) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const [state, setState] = useState<Position | NoPosition | "waiting">();

  async function handlePress() {
    setState("waiting");
    const found = await askPosition();
    setState(found);
    if (typeof found === "object")
      onPlace({
        ...found,
        latitude: rounded(found.latitude),
        longitude: rounded(found.longitude),
      });
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Button
        size="sm"
        icon={<LocateFixed className="size-4" />}
        busy={state === "waiting"}
        onClick={() => void handlePress()}
      >
        {t("my_place")}
      </Button>
      <p role="status" className="min-w-0 text-xs text-ink-2">
        {typeof state === "string" && t(`my_place_${state}`)}
        {typeof state === "object" && t("my_place_found", { n: format.number(state.accuracyM, 0) })}
      </p>
    </div>
  );
}
