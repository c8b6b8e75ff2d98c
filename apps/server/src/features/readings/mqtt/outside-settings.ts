/** Settings of a broker outside, as the server hands them on. */
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import type { Env } from "@nihol/db/env";
import type { OutsideBroker } from "../../../http/services.ts";

type Settings = Pick<
  Env,
  | "mqttUrl"
  | "mqttUser"
  | "mqttPasswordFile"
  | "mqttCaFile"
  | "mqttClientId"
  | "mqttShare"
  | "databaseUrl"
  | "port"
>;

/** @throws Error in a sentence for whoever set it: the reason alone would not say which setting is meant */
async function readSetFile(name: string, file: string | undefined) {
  if (file === undefined) return undefined;
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    throw new Error(
      `${name}: ${error instanceof Error ? error.message : "the file cannot be read"}`,
    );
  }
}

/**
 * Reads the files that the settings name. What the address itself holds counts where no setting of its own is there.
 * @returns undefined without MQTT_URL
 * @throws Error in a sentence for whoever set it, when a file cannot be read
 */
export async function readOutsideBroker(settings: Settings): Promise<OutsideBroker | undefined> {
  if (settings.mqttUrl === undefined) return undefined;
  const { protocol, host, username, password } = new URL(settings.mqttUrl);
  const share = settings.mqttShare === "off" ? undefined : settings.mqttShare;
  // With DATABASE_URL nobody knows which other servers there are.
  const isInTurn = share === undefined && settings.databaseUrl !== undefined;
  const kept = await readSetFile("NIHOL_MQTT_PASSWORD_FILE", settings.mqttPasswordFile);
  return {
    address: `${protocol}//${host}`,
    user: settings.mqttUser ?? (decodeURIComponent(username) || undefined),
    password: kept ?? (decodeURIComponent(password) || undefined),
    ca: await readSetFile("NIHOL_MQTT_CA_FILE", settings.mqttCaFile),
    share,
    isInTurn,
    clientId:
      settings.mqttClientId ?? (isInTurn ? undefined : `nihol-${hostname()}-${settings.port}`),
  };
}
