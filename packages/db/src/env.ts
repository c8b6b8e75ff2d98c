/** The only module that reads the environment: once, checked, frozen. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { DatabaseConfig } from "./launcher/database-config.ts";
import { readSettings, SettingsError, type SettingValues, settings } from "./settings.ts";
import { tracingOf } from "./trace-settings.ts";
import type { TracingSettings } from "./tracing/spans.ts";

/** The folder of the product (where package.json and package-lock.json lie). */
export const productDir = fileURLToPath(new URL("../../..", import.meta.url)).replace(/[\\/]$/, "");

/** All settings, complete: what depends on another setting is resolved here. */
export interface Env extends Omit<SettingValues, "sourceKeyFile"> {
  /** Absolute. */
  dataDir: string;
  /** Absolute. */
  sourceKeyFile: string;
  /** Absolute. */
  backupDir: string | undefined;
  /** Absolute; undefined: backups are not encrypted. */
  backupKeyFile: string | undefined;
  /** Absolute; undefined: the shipped model. */
  model: string | undefined;
  /** Undefined: nothing is traced. */
  traces: TracingSettings | undefined;
  /** True: an empty database gets the demonstration; "small": the same with fewer images. */
  demo: boolean | "small";
  /**
   * The database that a parent process opened and hands to its child (NIHOL_DATABASE, JSON).
   * Not a setting: nobody sets it by hand.
   */
  handedDatabase: DatabaseConfig | undefined;
}

/**
 * Reads and completes the settings. A relative NIHOL_DATA counts from the working directory, the
 * default from the product's folder, so that every command finds the same data.
 * @throws SettingsError naming every wrong variable.
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Readonly<Env> {
  const values = readSettings(source);
  const problems = [...mailProblems(values), ...mqttProblems(values), ...s3Problems(values)];
  if (problems.length > 0) throw new SettingsError(problems);
  const dataDir = values.dataDir ? resolve(values.dataDir) : resolve(productDir, "data");
  return Object.freeze({
    ...values,
    dataDir,
    sourceKeyFile: resolve(values.sourceKeyFile ?? `${dataDir}/source.key`),
    handedDatabase: source.NIHOL_DATABASE ? JSON.parse(source.NIHOL_DATABASE) : undefined,
    backupDir: values.backupDir ? resolve(values.backupDir) : undefined,
    backupKeyFile: values.backupKeyFile ? resolve(values.backupKeyFile) : undefined,
    model: values.model ? resolve(values.model) : undefined,
    traces: tracingOf(values),
    demo: values.demo ?? values.databaseUrl === undefined,
  });
}

/** Lists the mail settings that do not fit together. */
function mailProblems({ smtpHost, smtpTls, smtpUser, smtpPasswordFile, mailFrom }: SettingValues) {
  if (smtpHost === undefined) return [];
  return [
    ...(mailFrom ? [] : ["NIHOL_MAIL_FROM must be set with NIHOL_SMTP_HOST"]),
    ...(smtpUser === undefined || smtpPasswordFile
      ? []
      : ["NIHOL_SMTP_PASSWORD_FILE must be set with NIHOL_SMTP_USER"]),
    ...(smtpUser && smtpTls === "none"
      ? [
          "NIHOL_SMTP_TLS must not be none with NIHOL_SMTP_USER: the password would be sent in the open",
        ]
      : []),
  ];
}

/** Lists the settings of S3 that do not fit together. */
function s3Problems(values: SettingValues) {
  const { s3AccessKeyId, s3SecretAccessKey } = values;
  const isHalf = (s3AccessKeyId === undefined) !== (s3SecretAccessKey === undefined);
  return isHalf ? ["S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together"] : [];
}

/** Lists the settings of MQTT that do not fit together. */
function mqttProblems({ mqttPort, mqttTlsCert, mqttTlsKey, mqttUrl }: SettingValues) {
  if (mqttPort === undefined) return [];
  return [
    ...(mqttUrl ? ["MQTT_URL and NIHOL_MQTT_PORT must not both be set"] : []),
    ...((mqttTlsCert === undefined) === (mqttTlsKey === undefined)
      ? []
      : ["NIHOL_MQTT_TLS_CERT and NIHOL_MQTT_TLS_KEY must be set together"]),
  ];
}

/** The settings of this process. Importing this module throws a SettingsError when one is wrong. */
export const env = parseEnv(process.env);

/** Lists the settings for `doctor`: a secret's value is replaced by a mask. */
export function describeSettings(
  source: Readonly<Record<string, string | undefined>> = process.env,
): { name: string; description: string; defaultText: string; current: string | undefined }[] {
  return Object.values(settings).map(({ name, description, defaultText, secret }) => {
    const given = source[name]?.trim() || undefined;
    return { name, description, defaultText, current: given && secret ? "••••" : given };
  });
}
