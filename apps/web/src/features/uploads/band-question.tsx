import type { Upload } from "@nihol/contract/imagery/uploads";
import { paths } from "@nihol/contract/values/paths";
import { ImageOff } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { useApiImage } from "../../lib/api/api-image.ts";
import { ask } from "../../lib/api/ask.ts";
import { queryClient } from "../../lib/api/query-client.ts";
import { recordQuery } from "../../lib/list/use-list.ts";
import { bandsText } from "../../parts/images/bands-text.ts";
import { useFailureText } from "../../ui/error-panel.tsx";

type Bands = NonNullable<Upload["facts"]>["bands"];

/** The ways of reading the bands with a picture of each; the one with true colours is chosen. */
export function BandQuestion({ upload }: { upload: Upload }) {
  const { t } = useTranslation("imagery");
  const failureText = useFailureText();
  const [busy, setBusy] = useState<number | null>(null);
  const { bands, band_readings: readings } = upload.facts ?? {};
  if (!bands || !readings) return null;

  async function handleChoice(reading: number) {
    setBusy(reading);
    try {
      const answer = await ask("PUT /upload/:id/bands", {
        params: { id: upload.id },
        body: { reading },
      });
      queryClient.setQueryData(recordQuery(paths.upload, upload.id).queryKey, answer);
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setBusy(null);
    }
  }

  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">{t("bands_question")}</legend>
      <p className="text-sm text-ink-2">{t("bands_question_text")}</p>
      <div className="grid grid-cols-2 gap-3 max-sm:gap-2">
        {readings.map((one, n) => (
          <Reading
            // biome-ignore lint/suspicious/noArrayIndexKey: a reading is named by its place
            key={n}
            path={`${paths.upload}/${upload.id}/bands/${n}`}
            bands={one}
            chosen={bands.basis === "person" && isSame(bands, one)}
            busy={busy !== null}
            onChoose={() => void handleChoice(n)}
          />
        ))}
      </div>
    </fieldset>
  );
}

const isSame = (a: Bands, b: Bands) =>
  a.red === b.red && a.green === b.green && a.blue === b.blue && a.nir === b.nir;

interface ReadingProps {
  path: string;
  bands: Bands;
  chosen: boolean;
  busy: boolean;
  onChoose: () => void;
}

function Reading({ path, bands, chosen, busy, onChoose }: ReadingProps) {
  const { t } = useTranslation("imagery");
  const source = useApiImage(path);
  const words = bandsText(bands, t);
  return (
    <button
      type="button"
      aria-pressed={chosen}
      disabled={busy}
      onClick={onChoose}
      className="grid content-start gap-1.5 rounded-lg border border-line p-2 text-start text-sm hover:border-accent aria-pressed:border-accent aria-pressed:ring-2 aria-pressed:ring-accent"
    >
      {source ? (
        <img
          src={source}
          alt={t("bands_picture", { bands: words })}
          className="aspect-square w-full rounded object-cover"
        />
      ) : (
        <span className="grid aspect-square w-full place-items-center rounded bg-sunken text-ink-3">
          <ImageOff aria-hidden className="size-5" />
        </span>
      )}
      <span className="font-medium">{words}</span>
      <span className="text-xs text-ink-3">{t(`bands_by_${bands.basis}`)}</span>
    </button>
  );
}
