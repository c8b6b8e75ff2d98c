import type { Agreement, SecondOpinions } from "@nihol/contract/imagery/second-opinions";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Progress } from "../../ui/progress.tsx";
import { Stat, Stats } from "../../ui/stat.tsx";

/** Agreement of two people, and what each has alone. */
export function AgreementStats({ compared }: { compared: Agreement }) {
  const { t } = useTranslation("opinions");
  const format = useFormat();
  const { first, second, agreed, only_first, only_second, agreement } = compared;
  const difference = second - first;
  const sign = difference > 0 ? "+" : "";
  return (
    <Stats>
      <Stat
        label={t("agreement")}
        value={format.share(agreement, 0)}
        note={agreement === null ? t("no_tree") : t("agreement_note")}
      />
      <Stat label={t("agreed")} value={format.number(agreed)} />
      <Stat label={t("only_first")} value={format.number(only_first)} />
      <Stat label={t("only_second")} value={format.number(only_second)} />
      <Stat
        label={t("difference")}
        value={`${sign}${format.number(difference)}`}
        note={t("difference_note", { first: format.number(first), second: format.number(second) })}
      />
    </Stats>
  );
}

/** Of an image: how far the opinions are given, and how far people agree. */
export function ImageFigures({ opinions }: { opinions: SecondOpinions }) {
  const { t } = useTranslation("opinions");
  const format = useFormat();
  const { open, counted, skipped, compared, pairs } = opinions;
  const all = open + counted + skipped;
  if (all === 0) return null;
  return (
    <div className="grid gap-5">
      <Progress
        label={t("given")}
        share={(counted + skipped) / all}
        note={t("given_of", { n: format.number(counted + skipped), count: format.number(all) })}
      />
      {counted > 0 && <AgreementStats compared={compared} />}
      {pairs.length > 0 && (
        <div className="overflow-x-auto">
          <table className="w-full text-sm">
            <caption className="pb-1.5 text-start font-semibold">{t("pairs")}</caption>
            <thead className="text-start text-xs text-ink-3">
              <tr>
                <th scope="col" className="py-1 pe-3 font-medium">
                  {t("first_person")}
                </th>
                <th scope="col" className="py-1 pe-3 font-medium">
                  {t("second_person")}
                </th>
                <th scope="col" className="py-1 pe-3 text-end font-medium">
                  {t("fragments")}
                </th>
                <th scope="col" className="py-1 text-end font-medium">
                  {t("agreement")}
                </th>
              </tr>
            </thead>
            <tbody>
              {pairs.map((pair) => (
                <tr key={`${pair.first_by} ${pair.second_by}`} className="border-t border-line">
                  <td className="py-1.5 pe-3">{pair.first_by ?? t("somebody")}</td>
                  <td className="py-1.5 pe-3">{pair.second_by ?? t("somebody")}</td>
                  <td className="numeric py-1.5 pe-3 text-end">{format.number(pair.fragments)}</td>
                  <td className="numeric py-1.5 text-end">
                    {format.share(pair.compared.agreement, 0)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
