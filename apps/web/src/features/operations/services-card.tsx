import type { Operations } from "@nihol/contract/operations";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { OperationsCard } from "./operations-card.tsx";

type Props = Pick<Operations, "mail" | "mqtt" | "versions">;

/** Letters that wait, devices that are connected, and what runs in which version. */
export function ServicesCard({ mail, mqtt, versions }: Props) {
  const { t } = useTranslation("operations");
  const format = useFormat();
  function mqttText({ port, broker, ...numbers }: NonNullable<Props["mqtt"]>) {
    const messages = format.number(numbers.messages);
    const waiting = format.number(numbers.waiting);
    const connections = format.number(numbers.connections);
    if (!broker) return t("mqtt_counts", { port: String(port), connections, messages, waiting });
    const { address, is_connected } = broker;
    return t(is_connected ? "mqtt_broker" : "mqtt_broker_away", { address, messages, waiting });
  }
  return (
    <OperationsCard title={t("services")}>
      <KeyValues>
        <KeyValue label={t("mail")}>
          {mail.is_on
            ? t("mail_counts", {
                waiting: format.number(mail.waiting),
                refused: format.number(mail.refused),
              })
            : t("mail_off")}
          {mail.oldest_s !== null && (
            <span className="block text-xs text-ink-3">
              {t("oldest", { ago: format.ago(new Date(Date.now() - mail.oldest_s * 1000)) })}
            </span>
          )}
          {mail.problem && (
            <span lang="en" className="block text-xs break-words text-act">
              {mail.problem}
            </span>
          )}
        </KeyValue>
        <KeyValue label={t("mqtt")}>{mqtt ? mqttText(mqtt) : t("mqtt_off")}</KeyValue>
        <KeyValue label="Nihol">{versions.program}</KeyValue>
        <KeyValue label={t("migration")}>
          <span lang="en">{versions.migration}</span>
        </KeyValue>
        <KeyValue label="PostgreSQL">
          <span lang="en">{versions.database}</span>
        </KeyValue>
        <KeyValue label="Node.js">{versions.node}</KeyValue>
        <KeyValue label="GDAL">
          {versions.gdal.length > 0 ? versions.gdal.join(", ") : t("gdal_none")}
        </KeyValue>
      </KeyValues>
    </OperationsCard>
  );
}
