import type { ListCan } from "@nihol/contract/paging";
import { Lock } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { useRefusalText } from "../permissions/missing-right.tsx";

type Props = {
  /** The list that the record would be added to: with its rows the server says who may add. */
  list: { data?: { can?: ListCan } | undefined; isPending: boolean };
  title: string;
  onClose: () => void;
  /** The form. */
  children: ReactNode;
};

/** A form that an address opens (`?open=new`), for who may add; for others why they may not and who can help. */
export function NewRecord({ list, title, onClose, children }: Props) {
  const { t } = useTranslation("app");
  const refusalText = useRefusalText();
  const can = list.data?.can;
  // A right that is taken away meanwhile must not take away what has been typed: saving says so.
  const wasOpen = useRef(false);
  wasOpen.current ||= can ? can.add : !list.isPending;
  if (wasOpen.current) return children;
  return (
    <SidePanel title={title} onClose={onClose}>
      {can ? (
        <div role="alert">
          <EmptyState
            icon={<Lock />}
            title={t("not_open_to_you")}
            text={refusalText(can.add_refusal)}
            action={<Button onClick={onClose}>{t("to_the_list")}</Button>}
          />
        </div>
      ) : (
        <SkeletonLines lines={7} />
      )}
    </SidePanel>
  );
}
