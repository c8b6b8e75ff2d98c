import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import { Camera, Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ReportPhoto } from "./evidence/report-photo.tsx";
import { positionText } from "./place/position-field.tsx";
import { StockHeight } from "./stock-height.tsx";

type Props = { row: PlantTreeReport; onEdit: () => void; onDelete: () => void };

const cell = "px-2 py-2 align-middle first:ps-0 last:pe-0";

/** Shows one row of the report; its flags stand below it. */
export function ReportLine({ row, onEdit, onDelete }: Props) {
  const { t } = useTranslation("planting");
  const format = useFormat();
  const name = format.name(row.tree_type.name);
  const date = format.dateShort(row.plant_date);
  return (
    <tr className="border-t border-line">
      <td className={cell}>
        <ReportPhoto row={row} />
      </td>
      <th scope="row" className={`${cell} text-start font-medium`}>
        {name}
        <StockHeight cm={row.stock_height_cm} />
      </th>
      <td className={`${cell} numeric text-end`}>{format.number(row.count)}</td>
      <td className={`${cell} numeric text-end whitespace-nowrap`}>{date}</td>
      <td className={`${cell} numeric text-end whitespace-nowrap`}>
        <span className="inline-flex items-center gap-1">
          {row.from_photo.image_date && <FromPhoto />}
          {format.dateShort(row.image_date)}
        </span>
      </td>
      <td className={cell}>
        <Place row={row} />
      </td>
      <td className={`${cell} sticky inset-e-0 bg-surface whitespace-nowrap`}>
        {row.can.change && (
          <IconButton label={t("report_edit", { name, date })} onClick={onEdit}>
            <Pencil />
          </IconButton>
        )}
        {row.can.delete && (
          <IconButton label={t("report_delete", { name, date })} onClick={onDelete}>
            <Trash2 />
          </IconButton>
        )}
      </td>
    </tr>
  );
}

function Place({ row }: { row: PlantTreeReport }) {
  const { t } = useTranslation("planting");
  if (!row.position) return <span className="text-ink-3">–</span>;
  const text = positionText(row.position);
  return (
    <span className="grid">
      <span className="numeric inline-flex items-center gap-1">
        {row.from_photo.position && <FromPhoto />}
        <span className="max-w-min">{text}</span>
        <CopyButton value={text} what={t("copy_position")} />
      </span>
      <RecordedPlace row={row} />
    </span>
  );
}

/** Place as it was recorded on the spot, and how exact the phone was. */
function RecordedPlace({ row: { place, accuracy_m } }: { row: PlantTreeReport }) {
  const { t } = useTranslation("planting");
  const format = useFormat();
  if (!place) return null;
  const exact =
    accuracy_m === null ? [] : [t("place_accuracy", { n: format.number(accuracy_m, 0) })];
  return (
    <span className="text-xs text-ink-3">{[t(`place_${place.type}`), ...exact].join(", ")}</span>
  );
}

/** The camera's own word, not a person's. */
function FromPhoto() {
  const { t } = useTranslation("planting");
  return (
    <span title={t("from_photo")} className="text-ink-3">
      <Camera aria-hidden className="size-3.5" />
      <span className="sr-only">{t("from_photo")}: </span>
    </span>
  );
}
