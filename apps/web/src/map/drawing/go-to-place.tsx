import { paths } from "@nihol/contract/values/paths";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryClient } from "../../lib/api/query-client.ts";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { readCoordinates } from "../../lib/text/read-coordinates.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/form/field.tsx";
import { ReferenceBox } from "../../ui/form/reference-box.tsx";
import type { Bounds } from "../data/map-view-state.ts";

/** Half the side of what is shown around coordinates, degrees: some fields. */
const around = 0.008;

/** Leads a map on which something is drawn to a district, or to coordinates that are typed or pasted. */
export function GoToPlace({ onGo }: { onGo: (bounds: Bounds) => void }) {
  const { t } = useTranslation("boundary");
  const mayChoose = useHolds("district.view");
  const [typed, setTyped] = useState("");
  const [district, setDistrict] = useState<number | null>(null);
  const [isWrong, setIsWrong] = useState(false);

  function handleGo() {
    const place = readCoordinates(typed);
    setIsWrong(!place);
    if (!place) return;
    const { latitude, longitude } = place;
    onGo([longitude - around, latitude - around, longitude + around, latitude + around]);
  }
  async function handleDistrict(id: number | null) {
    setDistrict(id);
    if (id === null) return;
    const { bbox } = await queryClient.fetchQuery(recordQuery(paths.district, id));
    if (bbox) onGo(bbox);
  }

  return (
    <div className="flex flex-wrap items-start gap-2">
      {mayChoose && (
        <ReferenceBox
          label={t("go_district")}
          placeholder={t("go_district")}
          path={paths.district}
          value={district}
          onChange={(id) => void handleDistrict(id)}
          clearable
          className="min-w-44 flex-1"
        />
      )}
      <div className="grid min-w-52 flex-1 gap-1">
        <input
          type="search"
          autoComplete="off"
          aria-label={t("go_coordinates")}
          aria-invalid={isWrong || undefined}
          placeholder="38.5357, 68.7790"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setIsWrong(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // The form around the map is not sent by it.
            event.preventDefault();
            handleGo();
          }}
          className="control numeric"
        />
        {isWrong && <FieldError text={t("go_wrong")} />}
      </div>
      <Button onClick={handleGo} disabled={typed.trim() === ""}>
        {t("go")}
      </Button>
    </div>
  );
}
