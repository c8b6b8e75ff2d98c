import { Image, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { CheckBox } from "../../../ui/form/checkbox.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { type ChosenFile, dropChosen, setWish } from "./chosen-files.ts";
import { RemarkText } from "./remark-text.tsx";
import { isSent, type Remark } from "./remarks.ts";

type Props = {
  one: ChosenFile;
  remarks: readonly Remark[];
  maxGsdM: number | null;
  isActive: boolean;
  onActive: (key: string | null) => void;
};

/** A chosen file: how it looks, what its header says, what was found, and whether it is sent. */
export function ChosenRow({ one, remarks, maxGsdM, isActive, onActive }: Props) {
  const { t } = useTranslation("uploads");
  const { key, file, read, wish } = one;
  const isStopped = remarks.some(({ severity }) => severity === "stops");
  const view = read && read !== "unreadable" ? read.view : null;
  return (
    <li
      id={`chosen-${key}`}
      onPointerEnter={() => onActive(key)}
      onPointerLeave={() => onActive(null)}
      onFocus={() => onActive(key)}
      className={cx("flex gap-3 px-3 py-2.5", isActive && "bg-accent-soft")}
    >
      <span className="pt-0.5">
        <CheckBox
          label={t("send_file", { name: file.name })}
          checked={read !== null && isSent(remarks, wish)}
          disabled={read === null || isStopped}
          onChange={(wanted) => setWish(key, wanted)}
        />
      </span>
      <span className="flex size-14 shrink-0 items-center justify-center overflow-hidden rounded bg-sunken text-ink-3">
        {view ? (
          <img src={view.address} alt="" className="size-full object-contain" />
        ) : (
          <Image aria-hidden className={cx("size-5", read === null && "animate-pulse")} />
        )}
      </span>
      <div className="grid min-w-0 grow content-start gap-0.5">
        <p lang="mul" className="text-sm font-medium break-words">
          {file.name}
        </p>
        <Facts one={one} />
        {remarks.map((remark) => (
          <RemarkText key={remark.code} remark={remark} of={one} maxGsdM={maxGsdM} />
        ))}
        {!isStopped && remarks.some(({ severity }) => severity === "leaves") && (
          <button
            type="button"
            onClick={() => setWish(key, !isSent(remarks, wish))}
            className="w-fit rounded text-xs font-medium text-accent underline-offset-2 hover:underline pointer-coarse:min-h-11"
          >
            {t(isSent(remarks, wish) ? "leave_out" : "send_anyway")}
          </button>
        )}
      </div>
      <IconButton label={t("remove_file", { name: file.name })} onClick={() => dropChosen(key)}>
        <X />
      </IconButton>
    </li>
  );
}

/** Size, pixel, day, bytes: as far as the header says. */
function Facts({ one: { file, read } }: { one: ChosenFile }) {
  const { t } = useTranslation("uploads");
  const format = useFormat();
  const header = read && read !== "unreadable" ? read.header : null;
  const day = header?.captureDate;
  const facts = [
    read === null && t("reading"),
    header && `${format.number(header.width)} × ${format.number(header.height)}`,
    header?.place && t("gsd", { gsd: format.number(header.place.gsdMeters, 2) }),
    header && t("bands", { n: header.bands }),
    day && (day.precision === "day" ? format.date(day.date) : day.date),
    format.bytes(file.size),
  ];
  return <p className="numeric text-xs text-ink-2">{facts.filter(Boolean).join(" · ")}</p>;
}
