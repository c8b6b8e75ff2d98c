import type { BoundaryPreview } from "@nihol/contract/gardens";
import type { MultiPolygon } from "@nihol/contract/geometry";
import { limits } from "@nihol/contract/limits";
import { paths } from "@nihol/contract/paths";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/format.ts";
import { upload } from "../../lib/upload.ts";
import type { Bounds } from "../../map/map-view-state.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNote } from "../../ui/error-panel.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { Progress } from "../../ui/progress.tsx";

type Props = { onClose: () => void; onChoose: (shape: MultiPolygon, bounds: Bounds) => void };

/** A boundary out of a file: what was found, what was refused and why, and which of it to take. */
export function BoundaryUpload({ onClose, onChoose }: Props) {
  const { t } = useTranslation(["gardens", "app"]);
  const [preview, setPreview] = useState<BoundaryPreview>();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState<unknown>(null);

  async function handleFile(file: File) {
    setShare(0);
    setFailure(null);
    try {
      const found = await upload<BoundaryPreview>(`${paths.garden}/boundary-preview`, {
        file,
        onProgress: setShare,
      });
      setPreview(found);
      setChosen(new Set(found.features.length > 0 ? [0] : []));
    } catch (error) {
      setFailure(error);
    } finally {
      setShare(undefined);
    }
  }

  async function handleTake() {
    const shapes =
      preview?.features.filter((_, index) => chosen.has(index)).map((one) => one.boundary) ?? [];
    const { joinShapes } = await import("./join-shapes.ts");
    try {
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
            label={t("boundary_file")}
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
  preview: BoundaryPreview;
  chosen: ReadonlySet<number>;
  onChoose: (next: ReadonlySet<number>) => void;
};

function Found({ preview, chosen, onChoose }: FoundProps) {
  const { t } = useTranslation(["gardens", "app"]);
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
                <span className="numeric ml-3 text-ink-3">{`${format.hectares(one.area_m2)} ${t("app:hectares")}`}</span>
              </Checkbox>
            </li>
          ))}
        </ul>
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
