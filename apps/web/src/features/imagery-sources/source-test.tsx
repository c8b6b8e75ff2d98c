import type { ImagerySourceUnderstood } from "@nihol/contract/imagery/imagery-sources";
import { paths } from "@nihol/contract/values/paths";
import { PlugZap } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";

/** Asks the server for one image of a garden, and shows it with what the server says of itself. */
export function SourceTest({ id }: { id: number }) {
  const { t } = useTranslation("sources");
  const heading = useId();
  const [garden, setGarden] = useState<number | null>(null);
  const [date, setDate] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<ImagerySourceUnderstood>();
  const [failure, setFailure] = useState<unknown>();

  async function handleTest(event?: FormEvent) {
    event?.preventDefault();
    setBusy(true);
    setAnswer(undefined);
    setFailure(undefined);
    try {
      const body = { garden, date };
      setAnswer(await ask("POST /imagery-source/:id/test", { params: { id }, body }));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h3 id={heading} className="text-sm font-semibold">
        {t("test_title")}
      </h3>
      <form onSubmit={(event) => void handleTest(event)} className="grid gap-3">
        <ReferenceField
          name="garden"
          label={t("test_garden")}
          hint={t("test_garden_hint")}
          path={paths.garden}
          value={garden}
          onChange={setGarden}
          optional
        />
        <DateField name="date" label={t("test_date")} value={date} onChange={setDate} optional />
        <Button
          type="submit"
          busy={busy}
          icon={<PlugZap className="size-4" />}
          className="justify-self-start"
        >
          {t("test")}
        </Button>
      </form>
      <div aria-live="polite" className="grid gap-3">
        {failure !== undefined && <ErrorPanel error={failure} onRetry={() => void handleTest()} />}
        {answer && <Understood answer={answer} />}
      </div>
    </section>
  );
}

function Understood({ answer }: { answer: ImagerySourceUnderstood }) {
  const { t } = useTranslation("sources");
  const format = useFormat();
  const { image, layers, dates, bands } = answer;
  return (
    <>
      <p className="rounded-md bg-good-soft px-3 py-2 text-sm text-good">{t("test_good")}</p>
      {image ? (
        <img
          src={image}
          alt={t("test_image")}
          className="w-64 max-w-full justify-self-start rounded-lg border border-line bg-sunken"
        />
      ) : (
        <p className="text-sm text-ink-3">{t("test_no_image")}</p>
      )}
      <KeyValues>
        {answer.title && <KeyValue label={t("found_title")}>{answer.title}</KeyValue>}
        {answer.layer && <KeyValue label={t("found_layer")}>{answer.layer}</KeyValue>}
        {layers.length > 0 && (
          <KeyValue label={t("found_layers", { n: format.number(layers.length) })}>
            <span className="break-words">{layers.slice(0, 12).join(", ")}</span>
          </KeyValue>
        )}
        {answer.matrix_set && <KeyValue label={t("found_matrix")}>{answer.matrix_set}</KeyValue>}
        <KeyValue label={t("found_dates")}>
          {dates.length > 0 ? dates.join(", ") : t(answer.has_date ? "dates_asked" : "dates_none")}
        </KeyValue>
        {answer.captures !== null && (
          <KeyValue label={t("found_captures")}>{format.number(answer.captures)}</KeyValue>
        )}
        {answer.unread > 0 && (
          <KeyValue label={t("found_unread")}>
            {t("unread_why", { n: format.number(answer.unread) })}
          </KeyValue>
        )}
        {answer.max_zoom !== null && (
          <KeyValue label={t("max_zoom")}>{format.number(answer.max_zoom)}</KeyValue>
        )}
        {answer.gsd_m !== null && (
          <KeyValue label={t("gsd")}>
            {t("metres", { value: format.number(answer.gsd_m, 2) })}
          </KeyValue>
        )}
        {bands.length > 0 && <KeyValue label={t("bands")}>{bands.join(", ")}</KeyValue>}
        {answer.format && <KeyValue label={t("found_format")}>{answer.format}</KeyValue>}
      </KeyValues>
    </>
  );
}
