import type { QualityProposals } from "@nihol/contract/sensors/quality-rules";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useParameters } from "../../../lib/sensors/parameters.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FailureNote, useFailureText } from "../../../ui/error-panel.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";

const keyOf = ({ device, parameter, kind }: QualityProposals) =>
  `${device.id} ${parameter} ${kind}`;

/** Questions of rules of quality about many devices, decided together. */
export default function ProposalsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["devices", "app"]);
  const failureText = useFailureText();
  const format = useFormat();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { data, error } = useQuery({
    queryKey: [paths.qualityProposal],
    queryFn: ({ signal }) => ask("GET /quality-proposal", { signal }),
  });
  const rows = data?.results ?? [];
  const own = rows.filter((row) => chosen.has(keyOf(row)));
  async function decide(wrong: boolean) {
    setBusy(true);
    setProblem(undefined);
    try {
      const groups = own.map(({ device, parameter, kind }) => ({
        device: device.id,
        parameter,
        kind,
      }));
      let all = 0;
      for (let left = 1; left > 0; ) {
        const part = await ask("POST /quality-proposal/decide", { body: { groups, wrong } });
        all += part.decided;
        left = part.left;
      }
      toast.success(t("quality_decided", { n: format.number(all) }));
      setChosen(new Set());
    } catch (failure) {
      setProblem(failureText(failure));
    } finally {
      await refresh(paths.qualityProposal, paths.device);
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      width="md"
      title={t("quality")}
      description={rows.length > 0 ? t("quality_about") : undefined}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("app:close")}</Button>
          <Button disabled={own.length === 0} busy={busy} onClick={() => void decide(false)}>
            {t("bad_dismiss")}
          </Button>
          <Button
            tone="danger"
            disabled={own.length === 0}
            busy={busy}
            onClick={() => void decide(true)}
          >
            {t("bad_confirm")}
          </Button>
        </>
      }
    >
      {problem && (
        <p role="alert" className="text-sm text-act">
          {problem}
        </p>
      )}
      {error && <FailureNote error={error} />}
      {!data && !error && <SkeletonLines lines={4} />}
      {data && rows.length === 0 && <p className="text-sm text-ink-2">{t("quality_none")}</p>}
      {data && data.count > rows.length && (
        <p className="text-sm text-watch">{t("quality_more", { n: format.number(data.count) })}</p>
      )}
      {rows.length > 1 && (
        <Checkbox
          checked={own.length === rows.length}
          onChange={(on) => setChosen(new Set(on ? rows.map(keyOf) : []))}
        >
          {t("quality_all")}
        </Checkbox>
      )}
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={keyOf(row)} className="py-2">
            <Checkbox
              checked={chosen.has(keyOf(row))}
              onChange={(on) => {
                const next = new Set(chosen);
                if (on) next.add(keyOf(row));
                else next.delete(keyOf(row));
                setChosen(next);
              }}
            >
              <Group row={row} />
            </Checkbox>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Group({ row }: { row: QualityProposals }) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const parameters = useParameters();
  const { device, parameter, kind, intervals, set_aside, from, to } = row;
  return (
    <span className="grid min-w-0 gap-0.5">
      <span className="break-words">
        {device.name} · {parameters.name(parameter)}
      </span>
      <span className="font-medium">{t(`bad_reason_${kind}`)}</span>
      <span className="numeric text-xs text-ink-2">
        {format.dateTime(from)} – {format.dateTime(to)}
      </span>
      <span className="text-xs text-ink-3">
        {[
          t("quality_count", { n: format.number(intervals) }),
          ...(set_aside > 0 ? [t("quality_count_aside", { n: format.number(set_aside) })] : []),
        ].join(", ")}
      </span>
    </span>
  );
}
