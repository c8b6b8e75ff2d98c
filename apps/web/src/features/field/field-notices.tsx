import { Link } from "@tanstack/react-router";
import {
  CircleCheck,
  CloudOff,
  Download,
  HardDrive,
  LockOpen,
  LogIn,
  RefreshCw,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button, buttonClass } from "../../ui/button.tsx";
import type { CopyState } from "./offline-copy.ts";
import type { Sync } from "./queue/use-queue.ts";

type Props = { sync: Sync; copy: { state: CopyState; renew: () => void }; hasTasks: boolean };

/** Says what hinders the work, or that nothing does: session, connection, copy for offline. */
export function FieldNotices({ sync, copy, hasTasks }: Props) {
  const { t } = useTranslation(["field", "app"]);
  return (
    <div className="grid gap-2">
      {sync.result === "signed_out" && (
        <Notice icon={<LogIn />} text={t("signed_out")}>
          <Link to="/auth" search={{ redirect: "/field" }} className={buttonClass("primary", "sm")}>
            {t("app:sign_in")}
          </Link>
        </Notice>
      )}
      {sync.result === "no_line" && <Notice icon={<CloudOff />} text={t("no_line")} />}
      {sync.result === "full" && <Notice icon={<HardDrive />} text={t("sync_full_text")} />}
      {sync.result === "failed" && <Notice icon={<CloudOff />} text={t("sync_failed_text")} />}
      {copy.state === "insecure" && (
        <Notice icon={<LockOpen />} text={t("insecure", addresses(window.location))} />
      )}
      {copy.state === "unsupported" && <Notice icon={<CloudOff />} text={t("copy_unsupported")} />}
      {copy.state === "newer" && (
        <Notice icon={<RefreshCw />} text={t("newer_version")}>
          <Button size="sm" onClick={copy.renew}>
            {t("renew")}
          </Button>
        </Notice>
      )}
      {(copy.state === "making" || (copy.state === "ready" && !hasTasks)) && (
        <Notice icon={<Download />} text={t("copy_making")} />
      )}
      {copy.state === "failed" && <Notice icon={<CloudOff />} text={t("copy_failed")} />}
      {copy.state === "ready" && hasTasks && sync.result === "done" && (
        <p role="status" className="flex items-center gap-1.5 text-xs text-ink-3">
          <CircleCheck aria-hidden className="size-3.5 text-good" />
          {t("copy_ready")}
        </p>
      )}
    </div>
  );
}

/** The same page by HTTPS, as an administrator would offer it, and on the server itself. */
const addresses = ({ hostname, port, pathname }: Location) => ({
  secure: `https://${hostname}${pathname}`,
  local: `http://localhost${port && `:${port}`}${pathname}`,
});

function Notice({ icon, text, children }: { icon: ReactNode; text: string; children?: ReactNode }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 rounded-lg bg-watch-soft px-3 py-2 text-sm text-watch"
    >
      <span aria-hidden className="[&_svg]:size-4">
        {icon}
      </span>
      <p className="min-w-0 grow basis-48">{text}</p>
      {children}
    </div>
  );
}
