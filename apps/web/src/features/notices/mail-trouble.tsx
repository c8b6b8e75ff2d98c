import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { useFailureText } from "../../ui/error-panel.tsx";

/** For administrators: that letters do not arrive, to whom and why; nothing while they do. */
export function MailTrouble() {
  const { t } = useTranslation(["notices", "app"]);
  const format = useFormat();
  const failureText = useFailureText();
  const { data } = useQuery({
    queryKey: [paths.mail],
    queryFn: ({ signal }) => ask("GET /mail", { signal }),
  });
  // A letter that waits for the next second is no trouble; one that the server did not take is.
  if (!data || (data.problem === null && data.refused === 0)) return null;
  async function handleRetry() {
    try {
      await ask("POST /mail/retry");
      await refresh(paths.mail);
    } catch (error) {
      toast.error(failureText(error));
    }
  }
  return (
    <section
      aria-label={t("mail_trouble")}
      className="grid gap-2 border-b border-line bg-watch-soft px-5 py-3 text-sm text-watch"
    >
      {data.problem !== null && (
        <p>
          {t("mail_waits", { n: format.number(data.waiting), day: format.dateTime(data.since) })}{" "}
          <span lang="en" className="break-words">
            {data.problem}
          </span>
        </p>
      )}
      {data.refused > 0 && <p>{t("mail_refused", { n: format.number(data.refused) })}</p>}
      {data.refusals.length > 0 && (
        <ul className="grid max-h-40 gap-1 overflow-y-auto text-xs">
          {data.refusals.map(({ id, email, problem }) => (
            <li key={id} className="break-words">
              {email}: <span lang="en">{problem}</span>
            </li>
          ))}
        </ul>
      )}
      <Button size="sm" className="justify-self-start" onClick={() => void handleRetry()}>
        {t("mail_retry")}
      </Button>
    </section>
  );
}
