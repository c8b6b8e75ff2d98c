import { Send } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../../lib/api/session.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import {
  type Chosen,
  type ChosenFile,
  compare,
  dropAll,
  remarksIn,
  sendChosen,
  setWish,
} from "./chosen-files.ts";
import { ChosenRow } from "./chosen-row.tsx";
import type { LeftOut } from "./collect-files.ts";
import { isSent, type Remark } from "./remarks.ts";

type Props = {
  chosen: Chosen;
  active: string | null;
  onActive: (key: string | null) => void;
};

type Row = { one: ChosenFile; remarks: Remark[] };

/** Lists the chosen files, before a byte of them is sent. */
export function ChosenList({ chosen, active, onActive }: Props) {
  const { t } = useTranslation("uploads");
  const rows = chosen.files.map((one): Row => ({ one, remarks: remarksIn(chosen, one) }));
  return (
    <section aria-label={t("chosen")} className="rounded-lg border border-line bg-surface">
      <SendBar chosen={chosen} rows={rows} />
      <ul className="divide-y divide-line">
        {rows.map(({ one, remarks }) => (
          <ChosenRow
            key={one.key}
            one={one}
            remarks={remarks}
            maxGsdM={chosen.maxGsdM}
            isActive={one.key === active}
            onActive={onActive}
          />
        ))}
      </ul>
    </section>
  );
}

/** Number and size of the files to be sent; those that were left out, and the ways to change it for all. */
function SendBar({ chosen, rows }: { chosen: Chosen; rows: Row[] }) {
  const { t } = useTranslation("uploads");
  const format = useFormat();
  const me = useUser().userData?.id ?? 0;
  const reading = rows.filter(({ one }) => one.read === null).length;
  const going = rows.filter(({ one, remarks }) => one.read && isSent(remarks, one.wish));
  const bytes = going.reduce((sum, { one }) => sum + one.file.size, 0);
  const isLeft = ({ one, remarks }: Row) =>
    remarks.some(({ severity }) => severity === "leaves") && !isSent(remarks, one.wish);
  const left = rows.filter(isLeft);
  return (
    <div className="sticky top-0 z-10 grid gap-2 rounded-t-lg border-b border-line bg-raised px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <p aria-live="polite" className="numeric me-auto text-sm font-medium">
          {reading > 0
            ? t("reading_n", { n: format.number(rows.length - reading), of: rows.length })
            : t("sending_n", {
                n: format.number(going.length),
                of: format.number(rows.length),
                size: format.bytes(bytes),
              })}
        </p>
        <Button size="sm" tone="quiet" onClick={dropAll}>
          {t("clear")}
        </Button>
        <Button
          size="sm"
          tone="primary"
          icon={<Send className="size-4" />}
          busy={reading > 0}
          disabled={going.length === 0}
          onClick={() => sendChosen(me)}
        >
          {t("send")}
        </Button>
      </div>
      <LeftOutText leftOut={chosen.leftOut} tooMany={chosen.tooMany} />
      {chosen.isUnchecked && (
        <p className="flex flex-wrap items-center gap-2 text-xs text-watch">
          {t("unchecked")}
          <Button size="sm" onClick={() => void compare()}>
            {t("check_again")}
          </Button>
        </p>
      )}
      {left.length > 1 && (
        <p className="flex flex-wrap items-center gap-2 text-xs text-ink-2">
          {t("left_n", { n: format.number(left.length) })}
          <Button
            size="sm"
            onClick={() => {
              for (const { one } of left) setWish(one.key, true);
            }}
          >
            {t("send_all_anyway")}
          </Button>
        </p>
      )}
    </div>
  );
}

/** In one line, however many there are. */
export function LeftOutText({ leftOut, tooMany }: { leftOut: LeftOut; tooMany: number }) {
  const { t } = useTranslation("uploads");
  const format = useFormat();
  const kinds = Object.entries(leftOut).sort(([, a], [, b]) => b - a);
  const n = kinds.reduce((sum, [, count]) => sum + count, 0);
  const named = kinds.map(([ending, count]) => `${ending ? `.${ending}` : "–"} × ${count}`);
  return (
    <>
      {n > 0 && (
        <p className="text-xs text-ink-3">
          {t("left_out", { n: format.number(n) })} (<span lang="mul">{named.join(", ")}</span>)
        </p>
      )}
      {tooMany > 0 && (
        <p className="text-xs text-watch">{t("too_many", { n: format.number(tooMany) })}</p>
      )}
    </>
  );
}
