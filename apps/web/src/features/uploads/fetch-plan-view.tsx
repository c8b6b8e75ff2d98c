import type { FetchPlan } from "@nihol/contract/imagery/fetch-plans";
import { LoaderCircle } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../lib/api/api-error.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import type { FetchPlanQuery } from "./use-fetch-plan.ts";

type Props = {
  plan: FetchPlanQuery;
  /** The day that is chosen; empty before. */
  date: string;
  onDay: (day: string) => void;
  onRetry: () => void;
};

/** Refusals that stand under a field of the form. */
const isOfField = (error: unknown) =>
  error instanceof ApiError && Object.keys(error.fields).length > 0;

/** Size of the image to come, the days there are, and a sample, before anything is fetched. */
export function FetchPlanView({ plan, date, onDay, onRetry }: Props) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const heading = useId();
  const { data, error, isFetching } = plan;
  return (
    <section aria-labelledby={heading} className="grid gap-3 rounded-lg border border-line p-3">
      <h3 id={heading} className="flex items-center gap-2 text-sm font-semibold">
        {t("plan_title")}
        {isFetching && <LoaderCircle aria-hidden className="size-4 animate-spin text-accent" />}
      </h3>
      <div aria-live="polite" aria-busy={isFetching} className="grid gap-3">
        {!data && !error && (
          <p className="text-sm text-ink-3">{t(isFetching ? "plan_asking" : "plan_first")}</p>
        )}
        {error && !isOfField(error) && <ErrorPanel error={error} onRetry={onRetry} />}
        {data && !error && <Planned plan={data} />}
        {data && data.days.length > 0 && <Days days={data.days} date={date} onDay={onDay} />}
        {data && data.unread > 0 && (
          <p className="text-sm text-ink-3">
            {t("plan_unread", { n: format.number(data.unread) })}
          </p>
        )}
      </div>
    </section>
  );
}

function Planned({ plan }: { plan: FetchPlan }) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const { width, height, gsd_m, pieces, bytes, image, attribution, licence } = plan;
  return (
    <>
      {image && (
        <img
          src={image}
          alt={t("plan_sample")}
          className="w-48 max-w-full justify-self-start rounded-lg border border-line bg-sunken"
        />
      )}
      <KeyValues>
        {width !== null && height !== null && (
          <KeyValue label={t("size_px")}>
            <span className="numeric">{`${format.number(width)} × ${format.number(height)}`}</span>
          </KeyValue>
        )}
        {gsd_m !== null && (
          <KeyValue label={t("gsd")}>{t("gsd_value", { gsd: format.number(gsd_m, 2) })}</KeyValue>
        )}
        {pieces !== null && (
          <KeyValue label={t("plan_pieces")}>
            <span className="numeric">{format.number(pieces)}</span>
          </KeyValue>
        )}
        {bytes !== null && (
          <KeyValue label={t("plan_bytes")}>
            {t("plan_about", { size: format.bytes(bytes) })}
          </KeyValue>
        )}
        {attribution && (
          <KeyValue label={t("attribution")}>
            <span lang="mul">{attribution}</span>
          </KeyValue>
        )}
        {licence && (
          <KeyValue label={t("licence")}>
            <span lang="mul">{licence}</span>
          </KeyValue>
        )}
      </KeyValues>
    </>
  );
}

type DaysProps = { days: FetchPlan["days"] } & Pick<Props, "date" | "onDay">;

/** Pressing one chooses it. */
function Days({ days, date, onDay }: DaysProps) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  return (
    <div className="grid gap-1.5">
      <p className="text-sm text-ink-2">{t("plan_days")}</p>
      <div className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto">
        {days.map(({ day, cloud }) => (
          <button
            key={day}
            type="button"
            aria-pressed={day === date}
            onClick={() => onDay(day)}
            className="min-h-8 rounded-md border border-line px-2 text-sm hover:bg-sunken aria-pressed:border-accent aria-pressed:font-medium pointer-coarse:min-h-11"
          >
            {format.date(day)}
            {cloud !== null && (
              <span className="text-ink-3">
                {` · ${t("plan_cloud", { share: format.share(cloud, 0) })}`}
              </span>
            )}
          </button>
        ))}
      </div>
    </div>
  );
}
