import type { Garden } from "@nihol/contract/gardens";
import { paths } from "@nihol/contract/values/paths";
import { useTranslation } from "react-i18next";
import { refresh } from "../../../lib/api/query-client.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { RecordPhoto } from "../../../parts/attachments/record-photo.tsx";

/** The garden's photo. */
export function GardenPhoto({ garden, path }: { garden: Garden; path: string }) {
  const { t } = useTranslation("gardens");
  const name = useFormat().name(garden.name);
  return (
    <RecordPhoto
      photo={garden.photo}
      alt={t("photo_of", { name })}
      {...{ path, name }}
      mayChange={garden.can.change}
      onDone={() => refresh(paths.garden)}
    />
  );
}
