import type { BoundaryPreview, GardenPreview } from "@nihol/contract/geometry";
import type { MultiPolygon } from "@nihol/contract/values/geometry";
import { limits } from "@nihol/contract/values/limits";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { askWithFile } from "../../lib/api/ask.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNote } from "../../ui/error-panel.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { Progress } from "../../ui/progress.tsx";
import type { Bounds } from "../data/map-view-state.ts";

/** Garden that an outline would belong to: its number when it is there already, and its organization. */
export type GardenAsked = { garden?: number | undefined; ministry?: number | undefined };

type Props = {
  /** Checks each outline as the border of a garden: of this one, of this organization. */
  asGarden?: GardenAsked | undefined;
  onClose: () => void;
  onChoose: (shape: MultiPolygon, bounds: Bounds) => void;
};

type Outline = BoundaryPreview["features"][number] & Partial<GardenPreview["features"][number]>;
type Preview = { features: Outline[]; rejected: BoundaryPreview["rejected"]; untried?: number };

/** A boundary out of a file: what was found, what was refused and why, and which of it to take. */
export function BoundaryUpload({ asGarden, onClose, onChoose }: Props) {
  const { t } = useTranslation(["boundary", "app"]);
  const [preview, setPreview] = useState<Preview>();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState<unknown>(null);

  async function handleFile(file: File) {
    setShare(0);
    setFailure(null);
    try {
      const sent = { file, onProgress: setShare };
      const found: Preview = asGarden
        ? await askWithFile("POST /garden/boundary-preview", { ...sent, query: asGarden })
        : await askWithFile("POST /boundary-preview", sent);
      setPreview(found);
      const first = found.features.findIndex(({ refusal }) => !refusal);
      setChosen(new Set(first >= 0 ? [first] : []));
    } catch (error) {
      setFailure(error);
    } finally {
      setShare(undefined);
    }
  }

  async function handleTake() {
    const shapes =
      preview?.features.filter((_, index) => chosen.has(index)).map((one) => one.boundary) ?? [];
    try {
      const { joinShapes } = await import("./join-shapes.ts");
      const { shape, bounds } = joinShapes(shapes);
      onChoose(shape, bounds);
    } catch (error) {
      setFailure(error);
    }
  }

  const actions = preview && (
    <>
      <Button onClick={() => setPreview(undefined)}>{t("other_file")}</Button>
      <Button tone="primary" disabled={chosen.size === 0} onClick={() => void handleTake()}>
        {chosen.size > 1 ? t("take_union", { n: chosen.size }) : t("take_one")}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("from_file_title")}
      description={t("from_file_text")}
      width="md"
      actions={actions}
    >
      <div className="grid gap-4">
        {!preview && share === undefined && (
          <FileDrop
            label={t("file")}
            accept={[".kml", ".kmz", ".geojson", ".json"]}
            maxMegabytes={limits.boundaryFileBytes / 1024 ** 2}
            onFile={(file) => void handleFile(file)}
          />
        )}
        {share !== undefined && (
          <Progress label={t("app:uploading")} share={share < 1 ? share : null} />
        )}
        <FailureNote error={failure} />
        {preview && <Found preview={preview} chosen={chosen} onChoose={setChosen} />}
      </div>
    </Dialog>
  );
}

type FoundProps = {
  preview: Preview;
  chosen: ReadonlySet<number>;
  onChoose: (next: ReadonlySet<number>) => void;
};

function Found({ preview, chosen, onChoose }: FoundProps) {
  const { t } = useTranslation(["boundary", "app"]);
  const format = useFormat();
  function handleToggle(index: number, on: boolean) {
    const next = new Set(chosen);
    if (on) next.add(index);
    else next.delete(index);
    onChoose(next);
  }
  return (
    <>
      <section>
        <h3 className="text-sm font-semibold">{t("found", { n: preview.features.length })}</h3>
        {preview.features.length === 0 && (
          <p className="text-sm text-ink-2">{t("found_nothing")}</p>
        )}
        <ul className="max-h-60 divide-y divide-line overflow-y-auto">
          {preview.features.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names repeat in files; the order is the identity
            <li key={index}>
              <Checkbox checked={chosen.has(index)} onChange={(on) => handleToggle(index, on)}>
                <span className="grow">{one.name || t("unnamed", { n: index + 1 })}</span>
                <span className="numeric ms-3 text-ink-3">{`${format.hectares(one.area_m2)} ${t("app:hectares")}`}</span>
              </Checkbox>
              <Refusal reason={one.refusal?.reason} />
            </li>
          ))}
        </ul>
        {Boolean(preview.untried) && (
          <p className="pt-1 text-sm text-ink-2">{t("untried", { n: preview.untried })}</p>
        )}
      </section>
      {preview.rejected.length > 0 && (
        <section>
          <h3 className="text-sm font-semibold">{t("rejected", { n: preview.rejected.length })}</h3>
          <ul className="max-h-40 divide-y divide-line overflow-y-auto text-sm">
            {preview.rejected.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names repeat in files; the order is the identity
              <li key={index} className="py-1.5">
                <span className="font-medium">{one.name || t("unnamed_feature")}</span>
                {one.line !== null && (
                  <span className="numeric text-ink-3"> · {t("line", { n: one.line })}</span>
                )}
                <p className="text-ink-2">{one.reason}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Tells why saving the outline would be refused; it may still be taken and redrawn. */
function Refusal({ reason }: { reason: string | undefined }) {
  if (!reason) return null;
  return (
    <p className="flex items-start gap-1.5 pb-2 ps-7 text-sm text-act">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {reason}
    </p>
  );
}
