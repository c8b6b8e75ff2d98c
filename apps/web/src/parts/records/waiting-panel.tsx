import { useTranslation } from "react-i18next";
import { SidePanel } from "../../ui/side-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";

type Props = { onClose: () => void; wide?: boolean };

/** Stands where the code of a record's panel is coming. */
export function WaitingPanel({ onClose, wide }: Props) {
  const { t } = useTranslation("app");
  return (
    <SidePanel title={t("loading")} onClose={onClose} wide={wide}>
      <SkeletonLines lines={7} />
    </SidePanel>
  );
}
