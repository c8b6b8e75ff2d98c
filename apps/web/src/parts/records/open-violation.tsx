import { Link } from "@tanstack/react-router";
import { ShieldAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { newViolationFrom, type ViolationOrigin } from "../../lib/navigation/violation-origin.ts";
import { useHolds } from "../../lib/permissions.ts";
import { buttonClass } from "../../ui/button.tsx";

type Props = {
  origin: ViolationOrigin;
  /** Name of what it is about, where only the sign is shown. */
  about?: string;
  /** Medium beside buttons of that height. */
  size?: "sm" | "md";
  className?: string;
};

/** Leads to the form of a new violation that is filled from here; nothing for who may not write one. */
export function OpenViolation({ origin, about, size = "sm", className }: Props) {
  const { t } = useTranslation("app");
  if (!useHolds("violation.add")) return null;
  const label = about ? t("open_violation_of", { name: about }) : t("open_violation");
  return (
    <Link
      to="/admin/violation"
      search={{ open: newViolationFrom(origin) }}
      aria-label={label}
      title={about && label}
      className={cx(buttonClass(about ? "quiet" : "plain", size), className)}
    >
      <ShieldAlert aria-hidden className="size-4" />
      {!about && t("open_violation")}
    </Link>
  );
}
