/**
 * Every setting of the product, with its default and its meaning. `doctor` prints this list,
 * `env.ts` reads it, docs/operations.md repeats it.
 */

import { availableParallelism } from "node:os";
import { keepDaysText, readKeepDays } from "./keep-days.ts";
import {
  address,
  brokerAddress,
  bucketName,
  decimal,
  email,
  flag,
  hostsAndPorts,
  integer,
  oneOf,
  password,
  prefix,
  proxies,
  setting,
  shareGroup,
  text,
  timesOfDay,
  timeZone,
} from "./setting-readers.ts";
import { traceSettings } from "./trace-settings.ts";

/** The settings by the name that code uses for them. */
export const settings = {
  port: setting(
    "PORT",
    "port of the web server (0: any free one)",
    "8080",
    integer(8080, 0, 65535),
  ),
  host: setting(
    "HOST",
    "address the web server listens on; 0.0.0.0 opens it to the network",
    "127.0.0.1",
    (value) => value ?? "127.0.0.1",
  ),
  trustedProxies: setting(
    "NIHOL_TRUSTED_PROXIES",
    "addresses of the proxies whose X-Forwarded-For and X-Forwarded-Proto are believed, parted by commas, also ranges (10.0.0.0/8)",
    "127.0.0.0/8,::1: this machine alone",
    proxies,
  ),
  requireCage: setting(
    "NIHOL_REQUIRE_CAGE",
    "1: without a cage that hides files and network from GDAL, servers and workers do not start",
    "0: they start, and doctor says so",
    (value) => flag(value) ?? false,
  ),
  dataDir: setting(
    "NIHOL_DATA",
    "folder of the embedded database, the uploaded files and the logs",
    "data, in the folder of the product",
    text,
  ),
  demo: setting(
    "NIHOL_DEMO",
    "fill an empty database with the demonstration programme; small: with two images in place of fourteen",
    "1 with the embedded database, 0 with DATABASE_URL",
    (value) => (value?.toLowerCase() === "small" ? "small" : flag(value)),
  ),
  adminEmail: setting(
    "NIHOL_ADMIN_EMAIL",
    "e-mail of the first MasterAdmin",
    "admin@nihol.example",
    (value) => email(value) ?? "admin@nihol.example",
  ),
  adminPassword: setting(
    "NIHOL_ADMIN_PASSWORD",
    "password of the first MasterAdmin, at least 15 characters",
    "generated, and printed once",
    password,
    true,
  ),
  demoPassword: setting(
    "NIHOL_DEMO_PASSWORD",
    "password of the demonstration's people, at least 15 characters",
    "generated, another one than the MasterAdmin's, and printed once",
    password,
    true,
  ),
  databaseUrl: setting(
    "DATABASE_URL",
    "address of a PostgreSQL 15 or newer to use in place of the embedded one",
    "not set: embedded PostgreSQL",
    address(["postgres", "postgresql"]),
    true,
  ),
  databaseReadUrl: setting(
    "DATABASE_READ_URL",
    "address of a standby of the database of DATABASE_URL: lists, figures, tiles of trees and files of lists are read there while it keeps up",
    "not set: all is read from the database itself",
    address(["postgres", "postgresql"]),
    true,
  ),
  detectors: setting(
    "NIHOL_DETECTORS",
    "how many processes of a worker look for trees at once",
    "one for each processor core; of the worker that a server starts, one fewer",
    (value) => (value === undefined ? undefined : integer(1, 1, 256)(value)),
  ),
  blockSide: setting(
    "NIHOL_BLOCK_SIDE",
    "fragments along each side of a block, which one job reads: fewer share an image among more workers",
    "5",
    integer(5, 1, 20),
  ),
  renderers: setting(
    "NIHOL_RENDERERS",
    "how many processes of the server draw map tiles and fragments at once",
    "one for each processor core, at least 2 and at most 8",
    integer(Math.min(8, Math.max(2, availableParallelism())), 1, 64),
  ),
  model: setting(
    "NIHOL_MODEL",
    "card (.json) of the model that finds trees, its .onnx file beside it",
    "the model in the folder models of the product",
    text,
  ),
  maxCountGsdM: setting(
    "NIHOL_MAX_COUNT_GSD_M",
    "largest ground sample distance, in metres per pixel, of images on which trees are counted",
    "1",
    decimal(1, 0.05, 10),
  ),
  publicUrl: setting(
    "NIHOL_PUBLIC_URL",
    "address under which people reach the product",
    "http://HOST:PORT",
    address(["http", "https"]),
  ),
  timeZone: setting(
    "NIHOL_TIME_ZONE",
    "zone whose days the programme keeps, of the IANA list; taken at the first start and never changed after it",
    "Asia/Dushanbe",
    timeZone,
  ),
  smtpHost: setting(
    "NIHOL_SMTP_HOST",
    "name of the mail server that takes the product's letters",
    "not set: nothing is mailed",
    text,
  ),
  smtpPort: setting("NIHOL_SMTP_PORT", "its port", "587", integer(587, 1, 65535)),
  smtpTls: setting(
    "NIHOL_SMTP_TLS",
    "how the line to it is kept secret: starttls, tls (from the first byte, mostly port 465) or none",
    "starttls",
    oneOf(["starttls", "tls", "none"], "starttls"),
  ),
  smtpUser: setting("NIHOL_SMTP_USER", "name to sign in to it with", "not set: no sign-in", text),
  smtpPasswordFile: setting(
    "NIHOL_SMTP_PASSWORD_FILE",
    "file that holds the password of that name",
    "not set",
    text,
  ),
  smtpCaFile: setting(
    "NIHOL_SMTP_CA_FILE",
    "file with the certificate of the authority that vouches for it, where that is one's own",
    "not set: the authorities that Node.js knows",
    text,
  ),
  mailFrom: setting(
    "NIHOL_MAIL_FROM",
    "e-mail address that letters come from",
    "not set; needed with NIHOL_SMTP_HOST",
    email,
  ),
  mqttPort: setting(
    "NIHOL_MQTT_PORT",
    "port at HOST on which devices send readings by MQTT, 1883 as a rule and 8883 with TLS (0: any free one)",
    "not set: none",
    (value) => (value === undefined ? undefined : integer(0, 0, 65535)(value)),
  ),
  mqttTlsCert: setting(
    "NIHOL_MQTT_TLS_CERT",
    "file with the certificate of that port and those that vouch for it (PEM)",
    "not set: tokens and readings come in the open",
    text,
  ),
  mqttTlsKey: setting(
    "NIHOL_MQTT_TLS_KEY",
    "file with the private key of that certificate (PEM)",
    "not set; needed with NIHOL_MQTT_TLS_CERT",
    text,
  ),
  mqttUrl: setting(
    "MQTT_URL",
    "address of an MQTT broker (version 5) to take readings from, in place of a port of the product's own; mqtts:// with TLS",
    "not set: none",
    brokerAddress,
    true,
  ),
  mqttUser: setting(
    "NIHOL_MQTT_USER",
    "name to sign in to that broker with",
    "the one in MQTT_URL",
    text,
  ),
  mqttPasswordFile: setting(
    "NIHOL_MQTT_PASSWORD_FILE",
    "file that holds the password of that name",
    "not set: the one in MQTT_URL",
    text,
  ),
  mqttCaFile: setting(
    "NIHOL_MQTT_CA_FILE",
    "file with the certificate of the authority that vouches for that broker, where that is one's own (PEM)",
    "not set: the authorities that Node.js knows",
    text,
  ),
  mqttClientId: setting(
    "NIHOL_MQTT_CLIENT_ID",
    "name by which that broker keeps what this server has not acknowledged: the same after each start, for all servers; in a group another for each",
    "one of the database with DATABASE_URL, else and in a group nihol-HOSTNAME-PORT",
    text,
  ),
  mqttShare: setting(
    "NIHOL_MQTT_SHARE",
    "group in which several servers share that broker's messages; off: one server at a time takes all of them",
    "off",
    shareGroup,
  ),
  metricsTokenFile: setting(
    "NIHOL_METRICS_TOKEN_FILE",
    "file that holds the token with which a monitoring program reads /api/metrics, 24 characters at least",
    "not set: nobody reads it",
    text,
  ),
  ...traceSettings,
  sourcesInside: setting(
    "NIHOL_SOURCES_INSIDE",
    "servers of images on inside networks that may be asked, as HOST:PORT parted by commas; whatever else is not public is refused",
    "not set: none",
    hostsAndPorts,
  ),
  sourceKeyFile: setting(
    "NIHOL_SOURCE_KEY_FILE",
    "file with the key by which what sources are asked with is kept secret; one for all servers and workers",
    "source.key in NIHOL_DATA, made when it is first needed",
    text,
  ),
  s3Bucket: setting(
    "S3_BUCKET",
    "bucket of an S3 server that files are kept in, instead of the data folder",
    "not set: the folder files in NIHOL_DATA",
    bucketName,
  ),
  s3Prefix: setting(
    "S3_PREFIX",
    "what the names of the files begin with in the bucket, where it holds more than them",
    "nothing",
    prefix,
  ),
  s3Endpoint: setting(
    "S3_ENDPOINT",
    "address of the S3 server",
    "not set: Amazon's own",
    address(["http", "https"]),
  ),
  s3Region: setting(
    "S3_REGION",
    "its region",
    "us-east-1, which most servers of others take",
    (value) => value ?? "us-east-1",
  ),
  s3AccessKeyId: setting(
    "S3_ACCESS_KEY_ID",
    "name of the key that it is asked with",
    "not set: what AWS_ACCESS_KEY_ID, AWS_PROFILE or the machine's role give",
    text,
  ),
  s3SecretAccessKey: setting("S3_SECRET_ACCESS_KEY", "the key", "not set", text, true),
  s3PathStyle: setting(
    "S3_PATH_STYLE",
    "1: the bucket stands in the address's path; 0: in the host's name",
    "1 with S3_ENDPOINT, 0 without",
    flag,
  ),
  s3PublicUrl: setting(
    "S3_PUBLIC_URL",
    "address of that server for browsers, which then fetch files of 1 MB and more from it by addresses that hold for five minutes",
    "not set: all files pass through our servers",
    address(["http", "https"]),
  ),
  s3CacheGb: setting(
    "S3_CACHE_GB",
    "gigabytes of copies of such files on this machine, for programs that read a path; what was read within half an hour stays beyond it while the disk has room",
    "20",
    decimal(20, 0.1, 100_000),
  ),
  keepDays: setting(
    "NIHOL_KEEP_DAYS",
    "days for which kinds of data are kept, as KIND=DAYS parted by commas; the audit log 1095 at least",
    keepDaysText,
    readKeepDays,
  ),
  trashDays: setting(
    "NIHOL_TRASH_DAYS",
    "how many days a deleted file lies in the trash before it goes for good",
    "30",
    integer(30, 1, 3650),
  ),
  backupDir: setting(
    "NIHOL_BACKUP_DIR",
    "folder of backups, on another disk; with it a worker makes them at NIHOL_BACKUP_AT, and commands take it when they are given none",
    "not set: no backup is made by itself",
    text,
  ),
  backupAt: setting(
    "NIHOL_BACKUP_AT",
    "times of day at which a backup is made in NIHOL_BACKUP_DIR, on the programme's clock, parted by commas; off: none by itself",
    "02:00",
    timesOfDay,
  ),
  backupOldHours: setting(
    "NIHOL_BACKUP_OLD_HOURS",
    "hours after which the last verified backup is old, which administrators and monitoring are told",
    "26",
    integer(26, 1, 8784),
  ),
  backupKeep: setting(
    "NIHOL_BACKUP_KEEP",
    "how many backups stay in the folder; older ones are deleted once a newer one was verified",
    "14",
    integer(14, 1, 10_000),
  ),
  backupKeyFile: setting(
    "NIHOL_BACKUP_KEY_FILE",
    "file with the passphrase that backups are encrypted with, at least 15 characters; keep a copy elsewhere",
    "not set: backups are not encrypted",
    text,
  ),
  accessMinutes: setting(
    "NIHOL_ACCESS_MINUTES",
    "life of an access token in minutes",
    "30",
    integer(30, 1, 1440),
  ),
  refreshMinutes: setting(
    "NIHOL_REFRESH_MINUTES",
    "how long somebody stays signed in, in minutes",
    "720",
    integer(720, 1, 43200),
  ),
} as const;

/** The values of all settings, by the names of {@link settings}. */
export type SettingValues = {
  [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]["read"]>;
};

/** Some variables hold what cannot be used. `problems` has one sentence for each. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`These settings cannot be used:\n${problems.map((text) => `  ${text}`).join("\n")}`);
    this.name = "SettingsError";
    this.problems = problems;
    // The reader is whoever set the variable: a stack trace would only hide the sentence.
    this.stack = this.message;
  }
}

/**
 * Reads every setting from `source` (an environment).
 * @throws SettingsError naming all wrong variables at once.
 */
export function readSettings(source: Readonly<Record<string, string | undefined>>): SettingValues {
  const problems: string[] = [];
  const values = Object.entries(settings).map(([key, { name, read }]) => {
    try {
      return [key, read(source[name]?.trim() || undefined)];
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : String(error)}`);
      return [key, undefined];
    }
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return Object.fromEntries(values) as SettingValues;
}
