import type { Garden } from "@nihol/contract/gardens";
import { useTranslation } from "react-i18next";
import type { RecordSteps } from "../../lib/list/record-steps.ts";
import type { ListView } from "../../lib/list/use-list.ts";
import { NewRecord } from "../../parts/records/new-record.tsx";
import { GardenForm } from "./garden-form.tsx";
import { GardenPanel } from "./garden-panel.tsx";

type Props = {
  /** A garden's id; `new` for the form of another one. */
  open: string;
  list: ListView<Garden>;
  onOpen: (id?: string) => void;
  /** The part that stays open from garden to garden. */
  tab: string;
  onTab: (tab: string) => void;
  steps: RecordSteps;
};

/** Beside the list: the form of a new garden, or one garden. */
export default function OpenGarden({ open, list, onOpen, tab, onTab, steps }: Props) {
  const { t } = useTranslation("gardens");
  const close = () => onOpen();
  if (open !== "new")
    return (
      <GardenPanel key={open} id={open} onClose={close} tab={tab} onTab={onTab} steps={steps} />
    );
  return (
    <NewRecord list={list} title={t("garden_new")} onClose={close}>
      <GardenForm onClose={close} onSaved={onOpen} />
    </NewRecord>
  );
}
