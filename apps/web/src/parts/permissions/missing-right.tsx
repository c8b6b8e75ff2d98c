import type { Permission } from "@nihol/contract/values/permissions";
import { Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FieldError } from "../../ui/form/field.tsx";

/** A right as the role picker names it: "Gardens: View". */
export function useRightName(): (right: Permission) => string {
  const { t } = useTranslation("roles");
  return (right) => {
    const [resource, action] = right.split(".");
    return `${t(`resources.${resource}`)}: ${t(`actions.${action}`)}`;
  };
}

/** Says why something may not be done, as the server says it by code and right. */
export function useRefusalText(): (refusal: Refusal | null) => string {
  const { t } = useTranslation(["errors", "roles"]);
  const name = useRightName();
  return (refusal) =>
    refusal
      ? t(`errors:${refusal.code}`, { right: refusal.right ? name(refusal.right) : "" })
      : t("errors:permission_denied");
}
type Refusal = { code: string; right: Permission | null };

/** Stands where a field would be that needs a right which the person lacks. */
export function MissingRight({ right, id }: { right: Permission; id?: string }) {
  const { t } = useTranslation("roles");
  const name = useRightName();
  return (
    <p
      id={id}
      className="flex items-start gap-1.5 rounded-md bg-sunken px-2.5 py-2 text-sm text-ink-2"
    >
      <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {t("field_needs_right", { right: name(right) })}
    </p>
  );
}

type Props = { label: string; right: Permission; error?: string | undefined };

/** A field that cannot be filled in, and why. What was chosen before stays. */
export function LockedField({ label, right, error }: Props) {
  return (
    <div data-locked className="grid min-w-0 content-start gap-1">
      <span className="text-sm font-medium text-ink-2">{label}</span>
      <MissingRight right={right} />
      {error && <FieldError text={error} />}
    </div>
  );
}

/** In place of a whole screen's content that needs a right which the person lacks. */
export function ClosedContent({ right }: { right: Permission }) {
  const { t } = useTranslation("app");
  const refusalText = useRefusalText();
  return (
    <EmptyState
      icon={<Lock />}
      title={t("not_open_to_you")}
      text={refusalText({ code: "role_lacks_right", right })}
    />
  );
}
