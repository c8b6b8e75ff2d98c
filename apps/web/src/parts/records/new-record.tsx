import type { ListCan } from "@nihol/contract/paging";
import { Lock } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { useRefusalText } from "../permissions/missing-right.tsx";

type Props = {
  /** List that the record would be added to, with the person's rights to it. */
  list: { can: ListCan };
  title: string;
  onClose: () => void;
  /** The form. */
  children: ReactNode;
};

/** A form that an address opens (`?open=new`), for who may add; for others why they may not and who can help. */
export function NewRecord({ list, title, onClose, children }: Props) {
  const { t } = useTranslation("app");
  const refusalText = useRefusalText();
  // A right that is taken away meanwhile must not take away what has been typed: saving says so.
  const wasOpen = useRef(false);
  wasOpen.current ||= list.can.add;
  if (wasOpen.current) return children;
  return (
    <SidePanel title={title} onClose={onClose}>
      <div role="alert">
        <EmptyState
          icon={<Lock />}
          title={t("not_open_to_you")}
          text={refusalText(list.can.add_refusal)}
          action={<Button onClick={onClose}>{t("to_the_list")}</Button>}
        />
      </div>
    </SidePanel>
  );
}
