import type { ViolationState } from "@nihol/contract/values/violations";
import type { ViolationDetail } from "@nihol/contract/violations/violations";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ViolationState as StateSign } from "../../parts/states/violation-state.tsx";
import { Button } from "../../ui/button.tsx";
import { ActDownload } from "./act-download.tsx";
import { StateDialog, stepText } from "./state-dialog.tsx";

/** The state, what kind of thing it is, and the steps that this person may take from here. */
export function StateLine({ violation }: { violation: ViolationDetail }) {
  const { t } = useTranslation("violations");
  const isAccused = violation.can.answer && !violation.can.change;
  const [to, setTo] = useState<ViolationState>();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <StateSign violation={violation} />
      <span className="text-sm text-ink-2">
        <span className="numeric">{violation.number}</span> · {t(`kind_${violation.kind}`)}
      </span>
      <span className="ms-auto flex flex-wrap gap-2">
        <ActDownload violation={violation} />
        {violation.next_states.map((next, place) => (
          <Button
            key={next}
            size="sm"
            tone={place === 0 ? "primary" : "plain"}
            onClick={() => setTo(next)}
          >
            {t(stepText(violation.state, next))}
          </Button>
        ))}
      </span>
      {isAccused && <p className="w-full text-sm text-ink-2">{t("accused_note")}</p>}
      {to && <StateDialog violation={violation} to={to} onClose={() => setTo(undefined)} />}
    </div>
  );
}
