import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../lib/api/api-error.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";

/** Asks whether a tree is one more, where another one stands already. */
export function useBesideQuestion() {
  const [refusal, setRefusal] = useState("");
  const answer = useRef<(isOneMore: boolean) => void>(undefined);
  /** Element that had the focus when it was asked, though no key stops there: a button in its place would take Enter. */
  const focused = useRef<HTMLElement>(null);

  function give(isOneMore: boolean) {
    setRefusal("");
    answer.current?.(isOneMore);
    answer.current = undefined;
  }
  /** Sends it once more with the person's word, or not at all. @returns undefined where it is no other tree */
  async function ifApart<T>(send: (confirm_beside: boolean) => Promise<T>): Promise<T | undefined> {
    try {
      return await send(false);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "tree_beside") throw error;
      const isOneMore = await new Promise<boolean>((resolve) => {
        const { activeElement } = document;
        focused.current = activeElement instanceof HTMLElement ? activeElement : null;
        answer.current = resolve;
        setRefusal(error.detail);
      });
      return isOneMore ? send(true) : undefined;
    }
  }
  return { refusal, give, ifApart, focused };
}

type Props = {
  question: Pick<ReturnType<typeof useBesideQuestion>, "refusal" | "give" | "focused">;
};

export function BesideQuestion({ question: { refusal, give, focused } }: Props) {
  const { t } = useTranslation("corrections");
  return (
    <ConfirmDialog
      open={refusal !== ""}
      onClose={() => give(false)}
      title={t("beside_title")}
      consequence={`${refusal} ${t("beside_text")}`}
      action={t("beside_yes")}
      tone="primary"
      finalFocus={focused}
      onConfirm={() => give(true)}
    />
  );
}
