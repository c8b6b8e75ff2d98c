import { limits } from "@nihol/contract/values/limits";
import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import type { ChosenFile } from "./chosen-files.ts";
import type { Remark, Severity } from "./remarks.ts";

const looks: Record<Severity, { icon: ReactNode; tone: string }> = {
  stops: { icon: <CircleAlert aria-hidden />, tone: "text-act" },
  leaves: { icon: <TriangleAlert aria-hidden />, tone: "text-watch" },
  warns: { icon: <TriangleAlert aria-hidden />, tone: "text-watch" },
  notes: { icon: <Info aria-hidden />, tone: "text-ink-3" },
};

type Props = { remark: Remark; of: ChosenFile; maxGsdM: number | null };

/** Text of a remark on a file, made before sending; reasons of the server stand in the server's own words. */
export function RemarkText({ remark, of, maxGsdM }: Props) {
  const { icon, tone } = looks[remark.severity];
  const text = useRemarkText({ remark, of, maxGsdM });
  return (
    <p className={`flex gap-1.5 text-xs ${tone} [&>svg]:mt-0.5 [&>svg]:size-3.5 [&>svg]:shrink-0`}>
      {icon}
      <span className="min-w-0 break-words">{text}</span>
    </p>
  );
}

function useRemarkText({ remark, of, maxGsdM }: Props): string {
  const { t } = useTranslation(["uploads", "ingest", "errors"]);
  const format = useFormat();
  const { read, check } = of;
  const refusal = read && read !== "unreadable" ? read.refusal : null;
  if (remark.code === "refused" && refusal)
    return t([`ingest:${refusal.code}`, `errors:${refusal.code}`], refusal.params);
  const { header } = read && read !== "unreadable" ? read : { header: null };
  return t(`found_${remark.code}`, {
    gsd: format.number(header?.place?.gsdMeters ?? null, 2),
    max: remark.code === "too_heavy" ? limits.imageBytes / 1024 ** 3 : format.number(maxGsdM, 2),
    name: check?.same_file?.file_name ?? check?.same_day?.file_name ?? "",
    epsg: header?.epsg ?? "–",
  });
}
