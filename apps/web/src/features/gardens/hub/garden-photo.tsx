import type { Garden } from "@nihol/contract/gardens";
import { paths } from "@nihol/contract/values/paths";
import { useTranslation } from "react-i18next";
import { useApiImage } from "../../../lib/api/api-image.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { PhotoChange } from "../../../parts/attachments/photo-change.tsx";

/** The garden's photo, as wide as there is room, with its change and its removal. */
export function GardenPhoto({ garden, path }: { garden: Garden; path: string }) {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  const address = useApiImage(garden.photo);
  const name = format.name(garden.name);
  return (
    <div className="grid gap-2">
      {address && (
        <img
          src={address}
          alt={t("photo_of", { name })}
          className="max-h-72 w-full rounded-lg object-cover"
        />
      )}
      {garden.can.change && (
        <PhotoChange
          ofGround
          {...{ path, name }}
          isThere={garden.photo !== null}
          onDone={() => refresh(paths.garden)}
        />
      )}
    </div>
  );
}
