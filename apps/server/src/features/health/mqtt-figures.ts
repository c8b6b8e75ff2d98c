/** Figures of readings by MQTT, in the words of Prometheus. */
import { Counter, Gauge, type Registry } from "prom-client";
import type { MqttCounts } from "../../shared/devices/intake-counts.ts";

/**
 * Adds them to a registry.
 * @param isOutside true where readings come from a broker outside, which knows the devices alone
 * @returns a function that fills them before they are read
 */
export function mqttFigures(
  registers: Registry[],
  counts: MqttCounts,
  isOutside: boolean,
): () => void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `nihol_mqtt_${name}`, help, registers });
  const connections = isOutside
    ? gauge("broker_connected", "1 while the broker outside is connected and subscribed to")
    : gauge("connections", "Devices that are connected");
  const waiting = gauge("waiting_messages", "Messages that wait for their transaction");
  const messages = new Counter({
    name: "nihol_mqtt_messages_total",
    help: "Messages: taken, on a topic that is not read, not acknowledged, or refused whole",
    labelNames: ["outcome"],
    registers,
  });
  const readings = new Counter({
    name: "nihol_mqtt_readings_total",
    help: "Readings: accepted, duplicates, conflicts, faulty, or the reason for which one was refused",
    labelNames: ["outcome"],
    registers,
  });
  return () => {
    connections.set(isOutside ? Number(counts.isBrokerConnected) : counts.connections);
    waiting.set(counts.waiting);
    messages.reset();
    for (const [outcome, number] of counts.messages) messages.inc({ outcome }, number);
    readings.reset();
    for (const [outcome, number] of counts.readings) readings.inc({ outcome }, number);
  };
}
