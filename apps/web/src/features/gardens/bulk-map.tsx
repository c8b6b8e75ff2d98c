import type { Garden } from "@nihol/contract/gardens";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Map as MapIcon } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import type { Bounds } from "../../map/data/map-view-state.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { lazyPart } from "../../ui/missing-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const ChosenMap = lazyPart(() => import("./chosen-map.tsx"));

type Props = { gardens: readonly Garden[] };

/** Selected gardens on one map. */
export function BulkMap(props: Props) {
  const { t } = useTranslation("gardens");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<MapIcon className="size-4" />} onClick={() => setOpen(true)}>
        {t("bulk_map")}
      </Button>
      {isOpen && <MapDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function MapDialog({ gardens, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation(["gardens", "app"]);
  const format = useFormat();
  const ids = gardens.map(({ id }) => id).join(",");
  const { data } = useQuery(
    recordsQuery(paths.garden, { ids, boundary: "1", page_size: limits.chosenRows }),
  );
  const bounds = useMemo(() => boundsOf(gardens), [gardens]);
  const nowhere = gardens.filter(({ bbox }) => !bbox).map(({ name }) => format.name(name));
  const title = t("bulk_map_title", { n: format.number(gardens.length) });
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={title}
      actions={<Button onClick={onClose}>{t("app:close")}</Button>}
    >
      <div className="grid gap-3">
        {bounds && (
          <div className="h-[min(32rem,60dvh)] overflow-hidden rounded-lg border border-line">
            <Suspense fallback={<Skeleton className="h-full w-full rounded-none" />}>
              <ChosenMap label={title} gardens={data?.results ?? []} bounds={bounds} />
            </Suspense>
          </div>
        )}
        {nowhere.length > 0 && (
          <p className="text-sm break-words text-ink-2">
            {t("bulk_map_nowhere", { names: nowhere.join(", ") })}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** The box around all of them; null when none has a boundary. */
function boundsOf(gardens: readonly Garden[]): Bounds | null {
  const boxes = gardens.flatMap(({ bbox }) => (bbox ? [bbox] : []));
  if (boxes.length === 0) return null;
  return [
    Math.min(...boxes.map(([west]) => west)),
    Math.min(...boxes.map(([, south]) => south)),
    Math.max(...boxes.map(([, , east]) => east)),
    Math.max(...boxes.map(([, , , north]) => north)),
  ];
}
