import { useTranslation } from "react-i18next";
import { useHolds } from "../../lib/permissions.ts";
import { useBaseMap } from "./base-map.ts";

/** Says to whoever looks after images that an archive of the country's own lies there and is not used, and why. */
export function BaseNote() {
  const { t } = useTranslation("map");
  const facts = useBaseMap();
  const mayMend = useHolds("satelliteimagery.change");
  if (!mayMend || !facts?.problem) return null;
  const layers = facts.layers?.join(", ") || "–";
  return (
    <p role="note" className="text-xs text-warn">
      {t(`base_problem_${facts.problem}`, { layers })}
    </p>
  );
}
