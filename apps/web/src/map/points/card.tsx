/** A card that the map shows of a record, and one that is still asked for. */
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";

/** A record that is asked for: waits, says so when there is none, and then shows it. */
export function Asked<T>({
  query: { data, status },
  unknown,
  onReady,
  children,
}: {
  query: UseQueryResult<T | undefined>;
  unknown: string;
  onReady: () => void;
  children: (record: T) => ReactNode;
}) {
  const { t } = useTranslation("app");
  useEffect(() => {
    if (status !== "pending") onReady();
  }, [status, onReady]);
  if (status === "pending") return <p className="text-ink-3">{t("loading")}</p>;
  return data === undefined ? <p>{unknown}</p> : children(data);
}

export function Card({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <>
      <p className="font-semibold">{title}</p>
      <ul>{children}</ul>
    </>
  );
}

export function CardLink(props: {
  to: string;
  search: Record<string, string>;
  children: ReactNode;
}) {
  return <Link {...props} className="font-medium text-accent underline" />;
}
