import type { UserProfile } from "@nihol/contract/people/sign-in";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Logo } from "../../ui/logo.tsx";

type View = "tasks" | "queue";
type Props = {
  person: Pick<UserProfile, "first_name" | "last_name">;
  view: View;
  /** Entries that have not arrived. */
  open: number;
  onView: (view: View) => void;
};

const tab =
  "flex h-11 grow items-center justify-center gap-1.5 border-b-2 border-transparent font-medium text-ink-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink";

/** Names the person whose page it is, and switches between its two parts. */
export function FieldHeader({ person, view, open, onView }: Props) {
  const { t } = useTranslation(["field", "app"]);
  const format = useFormat();
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-surface">
      <div className="mx-auto flex max-w-xl items-center gap-3 px-4 pt-3">
        <Logo className="size-7 shrink-0" />
        <h1 className="grow text-lg font-semibold">{t("app:screen_field")}</h1>
        <Link
          to="/auth"
          lang=""
          className="min-w-0 truncate py-2 text-sm text-ink-2 underline hover:text-ink"
        >
          {person.first_name} {person.last_name}
        </Link>
      </div>
      <nav aria-label={t("parts")} className="mx-auto flex max-w-xl px-4">
        {(["tasks", "queue"] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-current={view === one ? "page" : undefined}
            onClick={() => onView(one)}
            className={tab}
          >
            {t(one === "tasks" ? "my_tasks" : "queue")}
            {one === "queue" && open > 0 && (
              <span className="numeric rounded-full bg-watch-soft px-2 text-xs text-watch">
                {format.number(open)}
              </span>
            )}
          </button>
        ))}
      </nav>
    </header>
  );
}
