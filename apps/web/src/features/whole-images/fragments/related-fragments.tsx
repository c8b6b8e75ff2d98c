import type { Fragment } from "@nihol/contract/imagery/fragments";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { onlyView } from "../../../map/data/view-search.ts";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { fragmentPath } from "../layers/fragment-query.ts";
import { NoFragment } from "../layers/thumbnail-image.tsx";
import type { ViewerSearch } from "./fragment-search.ts";
import { FragmentThumbnail } from "./fragment-thumbnail.tsx";

type Props = { fragment: Fragment; search: ViewerSearch };

/** The same place on other dates, and the neighbours as they lie. */
export function RelatedFragments({ fragment, search }: Props) {
  const { t } = useTranslation("imagery");
  const path = fragmentPath(fragment.whole_image);
  const related = useQuery({
    queryKey: [path, "related", fragment.n],
    queryFn: ({ signal }) =>
      ask("GET /whole-image/:id/fragment/:n/related", {
        params: { id: fragment.whole_image, n: fragment.n },
        signal,
      }),
  });
  return (
    <div className="grid gap-5">
      <section className="grid gap-2">
        <h3 className="text-sm font-semibold">{t("neighbours")}</h3>
        {related.isPending && <Skeleton className="aspect-square w-full" />}
        {related.isError && (
          <ErrorPanel error={related.error} onRetry={() => void related.refetch()} />
        )}
        {related.data && (
          <Neighbours fragment={fragment} near={related.data.neighbours} search={search} />
        )}
      </section>
      <section className="grid gap-2">
        <h3 className="text-sm font-semibold">{t("other_dates")}</h3>
        {related.isPending && <Skeleton className="aspect-square w-1/3" />}
        {related.data && <OtherDates fragments={related.data.other_dates} search={search} />}
      </section>
    </div>
  );
}

type NeighbourProps = { fragment: Fragment; near: readonly Fragment[]; search: ViewerSearch };

/** Three by three, the current one in the middle; where the image ends the place says so. */
function Neighbours({ fragment, near, search }: NeighbourProps) {
  const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => ({ dx, dy })));
  return (
    <div className="grid grid-cols-3 gap-0.5">
      {around.map(({ dx, dy }) => {
        const isSelf = dx === 0 && dy === 0;
        const one = isSelf
          ? fragment
          : near.find(({ fx, fy }) => fx === fragment.fx + dx && fy === fragment.fy + dy);
        const key = `${dx} ${dy}`;
        return one ? (
          <FragmentThumbnail key={key} fragment={one} search={search} chosen={isSelf} replace />
        ) : (
          <NoFragment key={key} />
        );
      })}
    </div>
  );
}

type DatesProps = { fragments: readonly Fragment[]; search: ViewerSearch };

function OtherDates({ fragments, search }: DatesProps) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  if (fragments.length === 0) return <p className="text-sm text-ink-3">{t("no_other_dates")}</p>;
  return (
    <div className="grid grid-cols-3 gap-0.5">
      {fragments.map((one) => (
        <FragmentThumbnail
          key={`${one.whole_image}-${one.n}`}
          fragment={one}
          search={{ layer: search.layer, ...onlyView(search) }}
          caption={format.dateShort(one.date)}
          replace
        />
      ))}
    </div>
  );
}
