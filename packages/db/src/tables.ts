// Written by `npm run nihol -- table-types` from the migrated schema; do not edit.
import type { DeviceType } from "@nihol/contract/values/devices";
import type { StoredProblem } from "@nihol/contract/values/errors";
import type { ExportFormat, ExportList } from "@nihol/contract/values/exports";
import type { ForeignReason, ImageLook } from "@nihol/contract/values/imagery/familiarity";
import type { CanopyPart } from "@nihol/contract/values/imagery/canopy";
import type { LeafOffSeason } from "@nihol/contract/values/imagery/leaf-off";
import type { LessonPlot, TaughtPlot } from "@nihol/contract/values/imagery/lessons";
import type { ComparisonResult } from "@nihol/contract/values/imagery/image-compare";
import type { ProcessStep } from "@nihol/contract/values/imagery";
import type { OpinionTree } from "@nihol/contract/values/imagery/calibration";
import type { Language, Names } from "@nihol/contract/values/languages";
import type { NoticeFacts, NoticeKind, WeekFacts } from "@nihol/contract/values/notices";
import type { WorkerJob } from "@nihol/contract/values/operations";
import type { StoredPermissions } from "@nihol/contract/values/permissions";
import type { ReportPlace } from "@nihol/contract/values/planting/report-place";
import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import type { ProposedVerdict, Verdict } from "@nihol/contract/values/planting/verdicts";
import type { ImageMetadata, RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { TreeState } from "@nihol/contract/values/trees";
import type { ViolationEvidence, ViolationState } from "@nihol/contract/values/violations";
import type { Areal, Bbox, MultiPolygon } from "@nihol/geo/geometry";
import type { ColumnType } from "kysely";
import type { JsonText } from "./json.ts";

type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;

/** Exact as a number up to 2^53, as text beyond (see parseInt8). Morton keys are written as text. */
type Int8 = ColumnType<number | string, number | string | bigint, number | string | bigint>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** Read as parsed JSON; written as text by `json()`, so that arrays are never taken for SQL arrays. */
type Json<T> = ColumnType<T, JsonText<T>, JsonText<T>>;

interface AccessToken {
  id: Generated<number>;
  user_id: number;
  name: string;
  token_hash: Buffer;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  last_used_at: Timestamp | null;
  revoked_at: Timestamp | null;
}

/** Organizations of an account over time: nobody counts the plots that judge a report of their own organization. */
interface AccountOrganization {
  id: Generated<number>;
  user_id: number;
  ministry_id: number | null;
  from_at: Timestamp;
  until_at: Timestamp | null;
}

interface Alert {
  id: Generated<number>;
  rule_id: number | null;
  device_id: number;
  rule_name: string;
  kind: "above" | "below" | "rise" | "fall" | "silent" | "faulty";
  severity: "critical" | "major" | "minor";
  parameter: string | null;
  limit_value: number | null;
  minutes: number;
  began_at: Timestamp;
  raised_at: Timestamp;
  worst: number | null;
  cleared_at: Timestamp | null;
  cleared_how: "reading" | "person" | "rule" | "device" | null;
  cleared_by: string | null;
  found_at: Generated<Timestamp>;
  acknowledged_at: Timestamp | null;
  acknowledged_id: number | null;
  acknowledged_by: string | null;
  assigned_id: number | null;
  assigned_to: string | null;
  telling: Generated<"waiting" | "quiet" | "told" | "over" | "limit">;
  notified_at: Timestamp | null;
  violation_id: number | null;
}

interface AlertComment {
  id: Generated<number>;
  alert_id: number;
  user_id: number | null;
  author: string;
  body: string;
  created_at: Generated<Timestamp>;
}

interface AlertDue {
  id: Generated<Int8>;
  device_id: number;
  since: Timestamp;
}

interface AlertRule {
  id: Generated<number>;
  name: string;
  kind: "above" | "below" | "rise" | "fall" | "silent" | "faulty";
  severity: "critical" | "major" | "minor";
  device_type: "air" | "soil" | "water";
  parameter: string | null;
  limit_value: number | null;
  minutes: number;
  garden_id: number | null;
  device_id: number | null;
  enabled_at: Timestamp | null;
  created_by: number | null;
  author: string;
  created_at: Generated<Timestamp>;
  changed_at: Timestamp | null;
  demo: Generated<boolean>;
  quiet_from: number | null;
  quiet_to: number | null;
  daily_max: number | null;
}

interface AlertState {
  rule_id: number;
  device_id: number;
  parameter: string;
  seen_at: Timestamp;
  out_since: Timestamp | null;
  back_since: Timestamp | null;
  worst: number | null;
  is_active: boolean;
}

interface AttachedFile {
  id: Generated<number>;
  violation_id: number | null;
  document_id: number | null;
  name: string;
  kind: "pdf" | "docx" | "xlsx" | "jpeg" | "png" | "heic" | "kml" | "zip";
  size: Int8;
  sha256: string;
  file_key: string;
  preview_key: string | null;
  user_id: number | null;
  author: string;
  created_at: Generated<Timestamp>;
  evidence: "before" | "after" | "photo" | null;
}

/** Head of the audit log's hash chain (decision 27), one row; whoever seals log rows locks it. */
interface AuditChain {
  id: Generated<number>;
  /** chain_position of the last sealed row. */
  position: Generated<Int8>;
  last_id: Int8 | null;
  hash: Generated<Buffer>;
}

/** The last row of the audit log that was taken out because of its age; zero where none was. */
interface AuditCut {
  id: Generated<number>;
  position: Generated<Int8>;
  last_id: Int8 | null;
  hash: Generated<Buffer>;
}

interface AuditLog {
  id: Generated<Int8>;
  at: Generated<Timestamp>;
  actor_id: number | null;
  action: string;
  resource: string;
  resource_id: string | null;
  change: Json<Record<string, unknown>> | null;
  /** 1, 2, 3 … in the order of sealing; null until sealed. */
  chain_position: Int8 | null;
  chain_hash: Buffer | null;
}

/** Backups that were ordered or made; not part of a backup itself. */
interface BackupRun {
  id: Generated<number>;
  origin: "schedule" | "panel" | "command";
  /** Moment of the schedule; null when somebody ordered it. */
  due_at: Timestamp | null;
  user_id: number | null;
  state: Generated<"waiting" | "running" | "verified" | "unverified" | "failed">;
  step: "tables" | "files" | "verifying" | null;
  attempts: Generated<number>;
  created_at: Generated<Timestamp>;
  began_at: Timestamp | null;
  /** Last sign of life of whoever makes it. */
  beat_at: Timestamp | null;
  ended_at: Timestamp | null;
  /** Machine and folder. */
  place: string | null;
  name: string | null;
  /** Moment that the backup holds. */
  moment: Timestamp | null;
  row_count: Int8 | null;
  file_count: Int8 | null;
  /** Bytes of tables and files, unpacked. */
  size_bytes: Int8 | null;
  /** Bytes of files that were not there before. */
  copied_bytes: Int8 | null;
  reason: "disk_full" | "no_access" | "no_folder" | "refused" | "interrupted" | "cancelled" | "error" | null;
  /** What went wrong, in English, for whoever runs the machine. */
  problem: string | null;
}

/** Machines that may make backups, with their settings; not part of a backup itself. */
interface BackupSchedule {
  machine: string;
  folder: string;
  /** Times of day (02:00) on the programme's clock; none: backups are ordered by hand. */
  times: string[];
  keep: number;
  /** Hours after which the last verified backup is old. */
  old_hours: number;
  is_encrypted: boolean;
  /** Last time that a worker of the machine said so. */
  seen_at: Generated<Timestamp>;
}

/** Times over which a person says that values of a device are wrong; they stand in reading_fault until it is taken back. */
interface BadInterval {
  id: Generated<number>;
  device_id: number;
  /** Null: all parameters. */
  parameter: number | null;
  begins_at: Timestamp;
  /** Exclusive; null while it goes on. */
  ends_at: Timestamp | null;
  reason: "damaged" | "serviced" | "misplaced" | "uncalibrated" | "wrong_unit" | "wrong_clock" | "other" | "stuck" | "spike" | "jump" | "neighbours";
  note: string;
  created_by: number | null;
  author: string;
  created_at: Generated<Timestamp>;
  ended_id: number | null;
  ended_by: string | null;
  /** When a person said when an open one ended. */
  ended_at: Timestamp | null;
  taken_back_id: number | null;
  taken_back_by: string | null;
  taken_back_at: Timestamp | null;
  taken_back_note: string | null;
  /** A rule of quality proposed it; a person confirms it or takes it back. */
  by_rule: Generated<boolean>;
  /** False of a proposal whose values stay in averages until a person decides. */
  sets_aside: Generated<boolean>;
  /** Of a rule: hours of the same value, the largest difference, or the share of values in percent. */
  worst: number | null;
  confirmed_id: number | null;
  confirmed_by: string | null;
  confirmed_at: Timestamp | null;
  /** Values from here on are on their way back, month by month; null where none is. */
  returns_from: Timestamp | null;
}

/** Attempts at a block of a process, one row each, with how each ended. */
interface BlockAttempt {
  id: Generated<number>;
  process_id: number;
  /** Number of the block (imagery_block.n). */
  block: number;
  /** Host and process number of the worker. */
  worker: string;
  started_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  /** Null while it goes on; died: its worker was gone when another one took the block over. */
  outcome: "done" | "failed" | "retried" | "interrupted" | "died" | null;
  message: Json<StoredProblem> | null;
  trees: number | null;
}

interface Calibration {
  whole_image_id: number;
  /** Sample plots that were asked for; the worker draws what is missing. */
  wanted: number;
  /** Side of a grid cell, source pixels. */
  side: number | null;
  /** Grid cells from left to right. */
  columns: number | null;
  /** Numbers of the grid cells in which trees had been found. */
  occupied: Generated<number[]>;
  /** Number of grid cells in which no tree had been found. */
  empty: Generated<number>;
  model_sha256: string | null;
  requested_by: number | null;
  created_at: Generated<Timestamp>;
  /** Trees that stand for each one found, by the sample plots alone; null until enough are counted. */
  ratio: number | null;
  /** Variance of the logarithm of ratio. */
  ratio_variance: number | null;
  /** Ground of the image beside the whole grid cells, in cells. */
  outside: number | null;
}

/** Ranges that were promised when more sample plots were asked for, beside those that came of them. */
interface CalibrationForecast {
  whole_image_id: number;
  /** Sample plots that are drawn in all once those asked for are. */
  windows: number;
  asked_at: Generated<Timestamp>;
  /** Sample plots that were still to be counted then. */
  plots: number;
  /** Time that counting them was expected to take. */
  seconds: number;
  /** Range of the count when it was asked, trees; null where none was stated. */
  from_low: number | null;
  from_high: number | null;
  /** Range that was expected, trees. */
  low: number;
  high: number;
  /** Range once the last of the plots was done, trees. */
  true_low: number | null;
  true_high: number | null;
  ended_at: Timestamp | null;
}

/** Sample plots: squares of an image, drawn at random, in which a person counts the trees. */
interface CalibrationWindow {
  whole_image_id: number;
  /** Number of the sample plot within its image. */
  n: number;
  /** Number of its grid cell, row by row. */
  cell: number;
  /** True where trees had been found in the cell before it was drawn. */
  is_occupied: boolean;
  /** Annotations, source pixels x0, y0, x1, y1, …; null until counted. */
  marks: number[] | null;
  is_skipped: Generated<boolean>;
  /** x, y, radius and score of each detection, down to low scores, source pixels; null until detected. */
  found: number[] | null;
  counted_by: number | null;
  counted_at: Timestamp | null;
  /** Proposals of the networks down to a low score, with what is known of each. */
  candidates: Json<number[][]> | null;
}

/** Calls within a window at one server, of callers that others must know of; deleted when the window has ended. */
interface CallCount {
  /** Limit that the calls count against. */
  kind: string;
  /** Address, person or device. */
  caller: string;
  server: string;
  starts_at: Timestamp;
  ends_at: Timestamp;
  calls: number;
}

/** Sums of tree_change by place, refreshed with tree_tally; 0 in a place's column: in none. */
interface ChangeTally {
  comparison_id: number;
  region_id: number;
  district_id: number;
  garden_id: number;
  /** Code: 0 kept, 1 planted, 2 lost, 3 not visible. */
  state: number;
  /** Code: found in 0 the earlier image alone, 1 the later one alone, 2 both. */
  side: number;
  n: number;
  /** Sum of the trees' chances. */
  expected: number;
  /** Sum of chance × (1 − chance). */
  variance: number;
}

interface Device {
  id: Generated<number>;
  name: string;
  type: "air" | "soil" | "water";
  latitude: number;
  longitude: number;
  garden_id: number | null;
  region_id: number | null;
  district_id: number | null;
  retired: Generated<boolean>;
  demo: Generated<boolean>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  interval_minutes: Generated<number>;
  soil_texture: "sand" | "sandy_loam" | "loam" | "silt_loam" | "clay" | null;
  ruled_since: Timestamp | null;
  serial: Generated<string>;
  maker: Generated<string>;
  model: Generated<string>;
  /** Metres above the ground, of water above its surface; negative below. Null where nobody has said it. */
  height_m: number | null;
  notes: Generated<string>;
  photo_key: string | null;
  /** The earliest day that the newest entries of each kind name. */
  service_due: string | null;
  /** Kind of that entry. */
  service_kind: "installed" | "cleaned" | "calibrated" | "battery" | "repaired" | "inspected" | "other" | null;
  /** Day of the newest entry. */
  serviced_on: string | null;
  /** Local day since which it stands where it stands; null: since it was made. */
  placed_on: string | null;
  /** Metres above the sea of the place where it stands; null where nobody has said it. */
  altitude_m: number | null;
}

/** Calibrations of devices as people wrote them; one that is taken back stays in the list. */
interface DeviceCalibration {
  id: Generated<number>;
  device_id: number;
  parameter: number;
  begins_at: Timestamp;
  /** Exclusive; null: until another one begins. */
  ends_at: Timestamp | null;
  gain: number;
  /** Offset: added to gain times what was sent, in the unit of the parameter. */
  shift: number;
  /** Value of a reference instrument, where the shift was computed from it. */
  reference: number | null;
  /** What the device sent at that time. */
  sent: number | null;
  note: string;
  /** Calibration in the place of which it was written. */
  replaces_id: number | null;
  created_by: number | null;
  author: string;
  created_at: Generated<Timestamp>;
  taken_back_id: number | null;
  taken_back_by: string | null;
  taken_back_at: Timestamp | null;
  taken_back_note: string | null;
}

/** Values that a calibration, or taking it back, has changed, and their mean before and after. */
interface DeviceCalibrationEffect {
  calibration_id: number;
  taken_back: boolean;
  n: number;
  mean_before: number | null;
  mean_after: number | null;
  computed_at: Generated<Timestamp>;
}

/** Corrections in force, by time: what hours, days and newest values were computed with. */
interface DeviceCalibrationSpan {
  device_id: number;
  parameter: number;
  begins_at: Timestamp;
  ends_at: Timestamp;
  gain: number;
  shift: number;
  /** True of an angle: what is shown lies from 0 to 360. */
  is_circle: boolean;
}

interface DeviceCall {
  device_id: number;
  slot: number;
  received_at: Timestamp;
  way: "http" | "mqtt" | "file";
  messages: number;
  bytes: number;
  accepted: number;
  duplicates: number;
  conflicts: number;
  faulty: number;
  refused: number;
  /** Why the whole call was refused; null where its readings were looked at one by one. */
  problem: string | null;
  /** First refusals: at, reason, and key where one of several names was refused. */
  reasons: Json<unknown>;
  /** Beginning of what was sent, as text; null where it could not be kept. */
  payload: string | null;
}

/** Named groups of devices, as people sort them; one that is deleted leaves its devices. */
interface DeviceGroup {
  id: Generated<number>;
  name: string;
  created_by: number | null;
  author: string;
  created_at: Generated<Timestamp>;
}

/** Devices of groups; a device may stand in several. */
interface DeviceGroupMember {
  device_id: number;
  group_id: number;
}

interface DeviceIntake {
  device_id: number;
  since: Generated<Timestamp>;
  /** Calls whose body was read; the newest stands in slot (calls - 1) % 20 of device_call. */
  calls: Int8;
  accepted: Int8;
  duplicates: Int8;
  conflicts: Int8;
  faulty: Int8;
  refused: Int8;
}

/** Places where a device stood before it was moved, in local days. */
interface DevicePlace {
  id: Generated<number>;
  device_id: number;
  /** Null: since it was made. */
  since: string | null;
  /** Exclusive: the day of the move, whose readings belong to the next place. */
  until: string;
  latitude: number;
  longitude: number;
  garden_id: number | null;
  region_id: number | null;
  district_id: number | null;
  created_by: number | null;
  author: string;
  created_at: Generated<Timestamp>;
}

/** Work that people did on a device, and when it is due again. */
interface DeviceServicing {
  id: Generated<number>;
  device_id: number;
  done_on: string;
  kind: "installed" | "cleaned" | "calibrated" | "battery" | "repaired" | "inspected" | "other";
  /** As the entry names them; its author may be another. */
  done_by: string;
  note: string;
  /** Day on which the same is to be done again; a later entry of its kind takes its place. */
  due_on: string | null;
  created_by: number | null;
  author: string;
  created_at: Generated<Timestamp>;
  taken_back_id: number | null;
  taken_back_by: string | null;
  taken_back_at: Timestamp | null;
  taken_back_note: string | null;
}

interface DeviceToken {
  device_id: number;
  hash: Buffer;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  used_at: Timestamp | null;
}

interface DeviceTurnedAway {
  device_id: number;
  reason: string;
  n: Int8;
  last_at: Timestamp;
}

interface District {
  id: Generated<number>;
  region_id: number;
  code: Generated<string>;
  kind: Generated<"district" | "city">;
  name: Json<Names>;
  boundary: Json<MultiPolygon> | null;
  bbox: Bbox | null;
  area_m2: number | null;
  center: [number, number] | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

interface Document {
  id: Generated<number>;
  name: Json<Names>;
  number: Generated<string>;
  date: string | null;
  category: "law" | "order" | "instruction" | "report" | "other";
  description: Generated<string>;
  demo: Generated<boolean>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

interface Export {
  id: Generated<number>;
  user_id: number;
  list: ExportList;
  format: ExportFormat;
  query: Json<Record<string, unknown>>;
  language: Language;
  time_zone: string;
  /** Scope of the person when they asked: whoever sees less by now does not get the file. */
  reach: Json<unknown>;
  file_name: string;
  status: Generated<"pending" | "in_progress" | "completed" | "failed">;
  row_count: number;
  rows_done: Generated<number>;
  size: Int8 | null;
  file_key: string | null;
  problem: string | null;
  created_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
  attempts: Generated<number>;
  /** Person who asked, with the permissions and scope under which the file is made. */
  actor: Json<unknown> | null;
}

/** Reports made on phones that have arrived: one that is sent again writes nothing. */
interface FieldEntry {
  id: string;
  account_id: number;
  task_id: number;
  report_id: number | null;
  arrived_at: Generated<Timestamp>;
}

interface Fragment {
  whole_image_id: number;
  /** Number from 1, row by row. */
  n: number;
  /** Column in the grid, from 0. */
  fx: number;
  /** Row in the grid, from 0. */
  fy: number;
  /** Number of its block (imagery_block.n). */
  block: number;
  bbox: Bbox;
  status: Generated<"pending" | "done" | "failed">;
  review: Generated<"new" | "accepted" | "corrected" | "rejected">;
  reviewed_by: number | null;
  reviewed_at: Timestamp | null;
  tree_count: Generated<number>;
  green_count: Generated<number>;
  /** Raised when its trees change; ETag of its images. */
  version: Generated<number>;
  /** True where a person says that each tree of it is marked and nothing else. */
  checked: Generated<boolean>;
  /** How much a look may change: a sum over its trees, more for each the less certain its score. */
  doubt: Generated<number>;
}

interface Garden {
  id: Generated<number>;
  name: Json<Names>;
  region_id: number | null;
  district_id: number | null;
  ministry_id: number | null;
  boundary: Json<MultiPolygon> | null;
  bbox: Bbox | null;
  area_m2: number | null;
  center: [number, number] | null;
  photo_key: string | null;
  demo: Generated<boolean>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  soil_type: "sand" | "sandy_loam" | "loam" | "clay_loam" | "clay" | "stony" | "saline" | "peat" | null;
}

interface GardenNote {
  id: Generated<number>;
  garden_id: number;
  observed_on: string;
  kind: "observation" | "care" | "damage" | "other";
  text: string;
  demo: Generated<boolean>;
  created_by: number | null;
  author: string;
  created_at: Generated<Timestamp>;
  changed_at: Timestamp | null;
}

/** Kinds of ground: images of one source, camera, season and kind of country, whose sample plots teach the detector together. */
interface Ground {
  id: Generated<number>;
  name: string;
  created_at: Generated<Timestamp>;
  created_by: number | null;
  /** Set while learning goes on. */
  learning_since: Timestamp | null;
  learning_by: number | null;
  /** Reason why learning came to nothing the last time. */
  problem: "few_plots" | "one_kind" | "bands" | "resolution" | "failed" | "not_allowed" | null;
}

/** Closed canopy and shrubs of an image by the place where they stand. */
interface GroundCover {
  whole_image_id: number;
  /** Square of the ground, as in seen_area. */
  cell: number;
  /** Longitude, latitude and m² of each cell of closed canopy, one after the other. */
  canopy: Generated<number[]>;
  /** Longitude and latitude of each shrub, one after the other. */
  shrubs: Generated<number[]>;
}

/** Lessons of a kind of ground, version by version. */
interface GroundLessons {
  id: Generated<number>;
  ground_id: number;
  /** Version within its ground, from 1. */
  n: number;
  learned_at: Generated<Timestamp>;
  learned_by: number | null;
  /** SHA-256 of the networks whose proposals the lessons weigh. */
  network: string;
  /** True where F1 grew by more than its error; else the scores of the networks stay. */
  is_better: boolean;
  lessons: Json<unknown>;
  /** Trees on each plot as found by what the other plots taught. */
  counts: Json<LessonPlot[]>;
  images: number[];
  withdrawn_at: Timestamp | null;
  withdrawn_by: number | null;
  /** Annotations of each plot that taught; null for lessons from before they were kept. */
  labels: Json<TaughtPlot[]> | null;
}

interface ImageComparison {
  id: Generated<number>;
  before_id: number;
  after_id: number;
  /** Version of the method that made it (compareVersion of the contract). */
  method: number;
  status: Generated<"pending" | "in_progress" | "failed" | "completed">;
  /** 0..1. */
  progress: Generated<number>;
  message: Json<StoredProblem> | null;
  result: Json<ComparisonResult> | null;
  requested_by: number | null;
  created_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
  updated_at: Generated<Timestamp>;
}

interface ImageryBlock {
  process_id: number;
  n: number;
  status: Generated<"pending" | "running" | "done" | "failed">;
  /** Fragment columns fx0..fx1 and rows fy0..fy1 of the block, from 0, all inclusive. */
  fx0: number;
  fy0: number;
  fx1: number;
  fy1: number;
  fragments: number;
  trees: Generated<number>;
  attempts: Generated<number>;
  /** Pixels with data in the block's core, for the green level. */
  valid_pixels: Generated<Int8>;
  /** Of valid_pixels, green ones apart from trees. */
  green_pixels: Generated<Int8>;
  message: Json<StoredProblem> | null;
  updated_at: Generated<Timestamp>;
  /** Sums over samples of its pixels and of the detector's response; null where no trees were counted. */
  look: Json<ImageLook> | null;
  canopy: Json<CanopyPart> | null;
  shrubs: number | null;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
  /** Source pixels x0, y0, x1, y1, … of the shrubs. */
  shrub_points: number[] | null;
  /** Result of a run that waits in next_image. */
  result: Json<unknown> | null;
}

/** Servers on which image sources may lie. */
interface ImageryHost {
  host: string;
  added_by: number | null;
  added_at: Generated<Timestamp>;
}

interface ImageryProcess {
  id: Generated<number>;
  imagery_task_id: Generated<string>;
  upload_id: string | null;
  file_name: string;
  file_key: string;
  facts: Json<RasterMetadata>;
  capture_date: string;
  status: Generated<"pending" | "in_progress" | "failed" | "stopped" | "completed">;
  step: Generated<ProcessStep>;
  /** Share of the conversion that is done, 0..1. */
  conversion: Generated<number>;
  blocks_total: Generated<number>;
  blocks_done: Generated<number>;
  fragments_total: Generated<number>;
  fragments_done: Generated<number>;
  tree_count: Generated<number>;
  /** Lowest score that counts as a tree in this run; null: that of the lessons or the model card. */
  threshold: number | null;
  area_kind: Generated<"image" | "garden" | "district" | "region" | "boundary">;
  area_id: number | null;
  area: Json<Areal> | null;
  message: Json<StoredProblem> | null;
  requested_by: number | null;
  language: Generated<Language>;
  /** Number of restarts, from 1: a job of an earlier run writes nothing. */
  run: Generated<number>;
  demo: Generated<boolean>;
  region_id: number | null;
  district_id: number | null;
  created_at: Generated<Timestamp>;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
  updated_at: Generated<Timestamp>;
  source_id: number | null;
  attribution: Generated<string>;
  licence: Generated<string>;
  /** Share of the file that is fetched, 0..1; null where a person has uploaded it. */
  fetched: number | null;
  priority: Generated<"low" | "normal" | "high">;
  lessons_id: number | null;
  /** False where a person wants the image counted by the detector alone. */
  use_lessons: Generated<boolean>;
  /** Person who set the threshold; null where there is none, or nobody knows any more. */
  threshold_by: number | null;
  /** Time at which the threshold was set. */
  threshold_at: Timestamp | null;
}

interface ImagerySource {
  id: Generated<number>;
  name: Json<Names>;
  kind: "upload" | "xyz" | "wmts" | "wms" | "stac";
  address: Generated<string>;
  date_format: Generated<"YYYY-MM-DD" | "YYYYMMDD" | "YYYY-DDD" | "YYYY-MM" | "YYYY">;
  layer: Generated<string>;
  asset: Generated<string>;
  /** Description of the bands in words. */
  bands: Generated<string>;
  max_zoom: number | null;
  gsd_m: number | null;
  attribution: Generated<string>;
  licence: Generated<string>;
  enabled: Generated<boolean>;
  credential_kind: Generated<"none" | "basic" | "bearer" | "query" | "header">;
  credential_name: Generated<string>;
  /** AES-256-GCM: nonce, tag and text, base64. */
  credential_secret: string | null;
  demo: Generated<boolean>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  /** Days between two rounds; null: not watched. */
  watch_days: number | null;
  /** Time at which it is to be asked next. */
  watch_due_at: Timestamp | null;
  /** The last garden that this round has asked for; 0 before the first. */
  watch_garden: Generated<number>;
  watch_began_at: Timestamp | null;
  /** End of the last whole round. */
  watched_at: Timestamp | null;
  /** Problems one after another: each doubles the wait. */
  watch_failures: Generated<number>;
  watch_problem: Json<StoredProblem> | null;
  is_base_layer: Generated<boolean>;
}

/** Words of people on the columns of a logger's files, proposed when a file with the same headings comes again. */
interface ImportProfile {
  id: Generated<number>;
  name: string;
  /** Organization of whoever saved it; null: of nobody's organization. */
  ministry_id: number | null;
  /** Device whose file it was saved with; a file without headings is known by it alone. */
  device_id: number | null;
  type: "air" | "soil" | "water" | null;
  /** SHA-256 of the headings without capitals, zones and serial numbers, as hexadecimal. */
  fingerprint: string;
  /** Role of each column in order. */
  mapping: string[];
  /** Unit of each column in order; empty: as the heading says. */
  units: string[];
  /** IANA zone or offset of times without one; null: the file states its own. */
  timezone: string | null;
  /** Order of day and month, asked where the dates do not say it; null: they did. */
  day_order: "dmy" | "mdy" | null;
  created_by: number | null;
  author: string;
  saved_at: Generated<Timestamp>;
}

/** Facts of this installation, one row a key. */
interface Installation {
  key: string;
  value: Json<unknown>;
}

/** Sizes of database and files, one row a local day. */
interface InstallationSize {
  day: string;
  database_bytes: Int8;
  file_bytes: Int8;
  file_count: Int8;
  measured_at: Generated<Timestamp>;
}

interface Mail {
  id: Generated<number>;
  user_id: number;
  notice_id: number | null;
  /** Monday of the week that it is the overview of; null for the mail of a notice. */
  week: string | null;
  facts: Json<WeekFacts> | null;
  state: Generated<"waiting" | "sent" | "refused" | "empty">;
  attempts: Generated<number>;
  next_at: Generated<Timestamp>;
  problem: string | null;
  created_at: Generated<Timestamp>;
  sent_at: Timestamp | null;
}

interface Ministry {
  id: Generated<number>;
  name: Json<Names>;
  organization_type_id: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

interface MinistryEmployee {
  id: Generated<number>;
  ministry_id: number;
  first_name: string;
  last_name: string;
  position: Generated<string>;
  phone: Generated<string>;
  email: Generated<string>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

/** A new run over a published image, as it waits until its trees take the place of the published ones. */
interface NextImage {
  process_id: number;
  cog_key: string;
  image: Json<unknown>;
}

interface Notice {
  id: Generated<number>;
  user_id: number;
  kind: NoticeKind;
  subject: "task" | "violation" | "device" | "image" | "export" | "period" | "verdict" | "source" | "alert" | "rule" | "backup";
  subject_id: number;
  facts: Generated<Json<NoticeFacts>>;
  /** Key by which one thing is told once, such as the day on which a task is due. */
  once: string | null;
  /** Channel by which the person hears of it. */
  way: "app" | "digest" | "mail";
  created_at: Generated<Timestamp>;
  read_at: Timestamp | null;
}

/** Ways that a person has chosen for a kind of notice; a kind without a row keeps its default. */
interface NoticeChoice {
  user_id: number;
  kind: NoticeKind;
  way: "app" | "digest" | "mail" | "off";
}

interface OfferedCapture {
  id: Generated<number>;
  source_id: number;
  garden_id: number;
  day: string;
  /** Name that the source gives the capture; empty where it has none. */
  item: Generated<string>;
  preview_key: string | null;
  preview_hash: string | null;
  /** Share of clouds, 0..1. */
  cloud: number | null;
  /** Basis of cloud: the source, of its scene, or the pixels of the garden. */
  cloud_basis: "source" | "image" | null;
  /** 0 white … 1 black, the mean of the pixels. */
  darkness: number | null;
  status: Generated<"new" | "accepted" | "rejected">;
  decided_by: number | null;
  decided_at: Timestamp | null;
  process_id: number | null;
  found_at: Generated<Timestamp>;
  same_image_id: number | null;
}

interface OpenCollection {
  name: "regions" | "districts" | "gardens" | "trees" | "devices" | "readings";
  published_at: Generated<Timestamp>;
  published_by: number | null;
}

interface OpinionDraw {
  id: Generated<number>;
  whole_image_id: number;
  /** Share of the fragments that is drawn, 0..1. */
  share: number;
  seed: number;
  /** Numbers of the fragments that could be drawn: with the seed they repeat the draw. */
  pool: number[];
  drawn_by: number | null;
  drawn_at: Generated<Timestamp>;
}

interface OrganizationType {
  id: Generated<number>;
  name: Json<Names>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  contractor: Generated<boolean>;
}

interface Parameter {
  id: number;
  key: string;
  name: Json<Names>;
  unit: string;
  unit_name: Json<Names>;
  decimals: number;
  optional: Generated<boolean>;
  device_types: DeviceType[];
  headings: Generated<string[]>;
  basis: Json<Names> | null;
  example: number;
  good_min: number | null;
  good_max: number | null;
  watch_min: number | null;
  watch_max: number | null;
  faulty_min: number;
  faulty_max: number;
  averaging: Generated<"mean" | "sum" | "vector" | "energy">;
}

interface ParameterVersion {
  only_one: Generated<boolean>;
  version: Generated<string>;
}

/** Answers of people who stood at pits that an image shows empty. */
interface PitAnswer {
  id: Generated<number>;
  whole_image_id: number;
  /** Place of the pit as in planting_rows, with latitude: another run of its image may find it elsewhere. */
  longitude: number;
  latitude: number;
  /** Task with which it was first answered; it weighs in all tasks of the garden. Null where that is gone. */
  task_id: number | null;
  /** empty: dug, no plant; planted: a plant lives there; no_pit: nothing was dug there. */
  answer: "empty" | "planted" | "no_pit";
  answered_by: number | null;
  answered_at: Timestamp;
  /** When it came: a phone's clock says answered_at, and whose side somebody is on is asked of both. */
  received_at: Generated<Timestamp>;
  counter_longitude: number | null;
  counter_latitude: number | null;
  accuracy_m: number | null;
}

interface PlantingPhoto {
  report_id: number;
  /** Key of the photo file. */
  of_photo: string;
  sha256: string | null;
  /** Four quarters of a 256-bit perceptual hash; null where the photo shows too little. */
  hash_0: Int8 | null;
  hash_1: Int8 | null;
  hash_2: Int8 | null;
  hash_3: Int8 | null;
  taken_on: string | null;
  position_error_m: number | null;
  direction_deg: number | null;
  sent_at: Timestamp;
  /** Clock of the camera, without a zone. */
  taken_at: string | null;
  longitude: number | null;
  latitude: number | null;
}

/** Pairs of report rows that show the same photo, in both directions. */
interface PlantingPhotoMatch {
  report_id: number;
  other_id: number;
  exact: boolean;
  mirrored: boolean;
  /** Bits of 256 in which the hashes differ; null where one of the two has none. */
  distance: number | null;
}

interface PlantingReport {
  id: Generated<number>;
  task_id: number;
  tree_type_id: number;
  count: number;
  plant_date: string;
  image_date: string | null;
  photo_key: string | null;
  latitude: number | null;
  longitude: number | null;
  image_date_from_photo: Generated<boolean>;
  position_from_photo: Generated<boolean>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  /** Metres from the garden's boundary to the row's position, 0 inside. */
  boundary_distance_m: number | null;
  evidence_checked: Generated<boolean>;
  place: Json<ReportPlace> | null;
  accuracy_m: number | null;
  stock_height_cm: number | null;
  /** Days from the photo to the day on which the task was assigned, negative after it. */
  photo_before_assigned_days: number | null;
  /** Days from the planting to the day on which the task was assigned, negative after it. */
  planted_before_assigned_days: number | null;
}

/** Young trees planted in rows, found by their pattern; the part of one planting that lies in one block. They are not among the counted trees. */
interface PlantingRows {
  id: Generated<number>;
  whole_image_id: number;
  block: number;
  step_short_m: number;
  step_long_m: number;
  /** Direction of the shorter step, degrees anticlockwise from the image's right. */
  direction_deg: number;
  crown_m: number;
  /** Number of planting places. */
  places: number;
  /** Places that hold a tree; its 90 % range is occupied_low to occupied_high. */
  occupied: number;
  occupied_low: number;
  occupied_high: number;
  /** Sum of chances. */
  chance: number;
  variance: number;
  /** Standard error of the occupied share that all places have in common. */
  doubt: number;
  /** Share of bare ground that would be taken for a tree: weeds, shadows. */
  mistaken: number;
  lons: number[];
  lats: number[];
  xs: number[];
  ys: number[];
  /** Probability of each place that a tree stands there. */
  chances: number[];
  /** True for each place where a pit was dug and holds no plant; null where the image is too coarse to tell. */
  pits: boolean[] | null;
}

interface PlantingTask {
  id: Generated<number>;
  garden_id: number;
  ministry_id: number | null;
  status: Generated<"pending" | "in_progress" | "submitted" | "needs_changes" | "completed" | "cancelled">;
  assigned_date: string;
  due_date: string;
  demo: Generated<boolean>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  spacing_m: number | null;
  contractor_id: number | null;
  replaces_id: number | null;
  replaces_visit_id: number | null;
  reported_trees: Generated<number>;
}

interface PlantingTaskItem {
  task_id: number;
  tree_type_id: number;
  quantity: number;
  stock_height_cm: number | null;
}

interface PlantingTaskStatus {
  id: Generated<number>;
  task_id: number;
  from_status: TaskStatus | null;
  status: TaskStatus;
  comment: Generated<string>;
  changed_by: number | null;
  changed_at: Generated<Timestamp>;
}

/** The newest verdict on a planting task: as proposed from the evidence and as decided by people. */
interface PlantingVerdict {
  task_id: number;
  proposed: "agrees" | "unclear" | "contradicts" | "too_early" | null;
  proposal: Json<ProposedVerdict> | null;
  facts: Json<unknown> | null;
  version: string | null;
  proposed_at: Timestamp | null;
  /** Planted trees that stand; its 90 % range is standing_low to standing_high. */
  standing: number | null;
  standing_low: number | null;
  standing_high: number | null;
  /** Day on which crowns are likely to be large enough to be seen. */
  next_look_on: string | null;
  decided: "agrees" | "unclear" | "contradicts" | "too_early" | null;
  decided_by: number | null;
  decided_at: Timestamp | null;
  /** Verdict that was proposed when the decision was made, not a day: only another proposal asks for a new look. */
  decided_on: string | null;
  state: Generated<"proposed" | "decided" | "appealed" | "final">;
  /** Person who decided before an appeal: somebody else decides after it. */
  appealed_decider: number | null;
  /** Verdict that counts: the decided one before the proposed one. */
  verdict: Verdict | null;
  /** Raised by whatever changes what the proposal follows from. */
  evidence_revision: Generated<number>;
  /** evidence_revision that the proposal knows. */
  known_revision: Generated<number>;
}

interface PlantingVerdictEvent {
  id: Generated<number>;
  task_id: number;
  kind: "proposed" | "decided" | "appealed";
  verdict: "agrees" | "unclear" | "contradicts" | "too_early";
  explanation: Generated<string>;
  proposal: Json<ProposedVerdict> | null;
  user_id: number | null;
  author: Generated<string>;
  created_at: Generated<Timestamp>;
}

/** Images whose sample plots changed: the ranges of images of their kind are to be computed anew. */
interface PlotsChanged {
  id: Generated<Int8>;
  whole_image_id: number;
}

interface QualityDue {
  id: Generated<Int8>;
  device_id: number;
  since: Timestamp;
}

/** Rules of quality: a value that stays the same, a single one apart from its neighbours in time, a level that changes at once, values that fit another unit. */
interface QualityRule {
  id: Generated<number>;
  parameter: number;
  kind: "stuck" | "spike" | "jump" | "wrong_unit" | "neighbours";
  enabled: Generated<boolean>;
  /** Of stuck: hours; of spike, jump and neighbours: difference in the unit of the parameter; of wrong_unit: share of the values of a day, in percent. */
  suspect_at: number;
  /** From here on values are set aside at once; null: never without a person. */
  fail_at: number | null;
  /** Of stuck: values that differ by no more are the same. */
  tolerance: Generated<number>;
  source: string;
  changed_id: number | null;
  changed_by: string | null;
  changed_at: Timestamp | null;
  /** Of neighbours: kilometres within which devices are compared. */
  radius_km: number | null;
  /** Of neighbours: times their robust spread that a value must differ by at least. */
  factor: number | null;
  /** Of neighbours: largest difference of altitude, in metres; null where altitude plays no part. */
  altitude_m: number | null;
  /** Of neighbours: change of the parameter with a kilometre of altitude. */
  per_km: number | null;
}

/** Valid values of devices as they came, one row each; older months are packed into reading_day. */
interface Reading {
  device_id: number;
  parameter: number;
  ts: Timestamp;
  value: number;
}

/** Values that came later for a moment that held another one, which stays. */
interface ReadingConflict {
  device_id: number;
  parameter: number;
  ts: Timestamp;
  value: number;
  sent_at: Generated<Timestamp>;
}

/** Values that came for a moment that held another one, as they would be shown. */
interface ReadingConflictCorrected {
  device_id: number | null;
  parameter: number | null;
  ts: Timestamp | null;
  value: number | null;
}

/** Fresh right values as they are shown. */
interface ReadingCorrected {
  device_id: number | null;
  parameter: number | null;
  ts: Timestamp | null;
  value: number | null;
}

/** Values of one parameter of a device on one UTC day. Their moments: first_ms and step_ms, or offsets, or those of same_as. */
interface ReadingDay {
  device_id: number;
  parameter: number;
  day: string;
  /** First moment, milliseconds since midnight UTC. */
  first_ms: number | null;
  /** Milliseconds from one value to the next. */
  step_ms: number | null;
  /** Moments, milliseconds since midnight UTC. */
  offsets: number[] | null;
  /** Parameter of the same day whose moments these are. */
  same_as: number | null;
  values: number[];
}

/** Values that no sensor can measure, and those of bad intervals: kept and marked, in no mean. */
interface ReadingFault {
  device_id: number;
  parameter: number;
  ts: Timestamp;
  value: number;
  /** Interval that a right value lies in; null of one that no sensor can measure. */
  bad_interval: number | null;
}

/** Values that were set aside, as they would be shown, and those that no sensor can measure. */
interface ReadingFaultCorrected {
  device_id: number | null;
  parameter: number | null;
  ts: Timestamp | null;
  bad_interval: number | null;
  value: number | null;
}

/** Sums over an hour's valid values; the mean is total / n. */
interface ReadingHour {
  device_id: number;
  parameter: number;
  hour: Timestamp;
  n: number;
  total: number;
  low: number;
  high: number;
  north: number | null;
  east: number | null;
  energy: number | null;
}

/** The newest value of each parameter, valid or faulty. */
interface ReadingLatest {
  device_id: number;
  parameter: number;
  ts: Timestamp;
  value: number;
  faulty: boolean;
}

/** View of reading_day as single values. */
interface ReadingPacked {
  device_id: number | null;
  parameter: number | null;
  day: string | null;
  ts: Timestamp | null;
  value: number | null;
}

/** Packed right values as they are shown. */
interface ReadingPackedCorrected {
  device_id: number | null;
  parameter: number | null;
  day: string | null;
  ts: Timestamp | null;
  value: number | null;
}

/** Lowest and highest valid value of a local day (programme_day). */
interface ReadingSpan {
  device_id: number;
  parameter: number;
  day: string;
  low: number;
  high: number;
}

interface RefreshToken {
  id: Generated<string>;
  /** Chain of one sign-in: a token that is used twice ends all of it. */
  family: string;
  user_id: number;
  token_hash: Buffer;
  family_expires_at: Timestamp;
  used_at: Timestamp | null;
  revoked_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  token_version: Generated<number>;
  /** Hash of who asked for the successor: a lost answer is given once more to them alone. */
  attempt_hash: Buffer | null;
}

interface Region {
  id: Generated<number>;
  code: Generated<string>;
  name: Json<Names>;
  boundary: Json<MultiPolygon> | null;
  bbox: Bbox | null;
  area_m2: number | null;
  center: [number, number] | null;
  demo: Generated<boolean>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  /** Time in which deciduous trees stand without leaves: by_latitude, never, or MM-DD/MM-DD. */
  leaf_off: Generated<LeafOffSeason>;
}

/** Files that no row names any more: they go to the trash. A key that ends in / is a folder. */
interface ReleasedFile {
  key: string;
  released_at: Generated<Timestamp>;
}

interface ReportPeriod {
  id: Generated<number>;
  ministry_id: number | null;
  from_date: string;
  to_date: string;
  state: Generated<"submitted" | "returned" | "approved">;
  note: Generated<string>;
  comment: Generated<string>;
  submitted_by: number | null;
  submitter: string;
  submitted_at: Generated<Timestamp>;
  demo: Generated<boolean>;
  created_at: Generated<Timestamp>;
}

interface ReportVersion {
  id: Generated<number>;
  period_id: number;
  version: number;
  reports: Json<unknown>;
  corrections: Generated<Json<unknown>>;
  note: Generated<string>;
  submitted_by: number | null;
  submitter: string;
  submitted_at: Timestamp;
  approved_by: number | null;
  approver: string;
  approved_at: Generated<Timestamp>;
}

/** Sizes of data that is kept for a time, and how much of it went, by kind and local day. */
interface RetentionSize {
  kind: string;
  day: string;
  keep_days: number;
  row_count: Int8;
  /** Null where it takes no room worth measuring. */
  bytes: Int8 | null;
  deleted: Generated<Int8>;
  cleaned_at: Generated<Timestamp>;
}

interface SavedView {
  id: Generated<number>;
  user_id: number;
  list: ExportList;
  name: string;
  query: Json<Record<string, string | number | boolean>>;
  columns: Generated<Json<Record<string, boolean>>>;
  is_shared: Generated<boolean>;
  created_at: Generated<Timestamp>;
  changed_at: Timestamp | null;
}

interface SecondOpinion {
  id: Generated<number>;
  draw_id: number;
  whole_image_id: number;
  fragment: number;
  first_by: number | null;
  first_at: Timestamp;
  first_trees: Json<OpinionTree[]>;
  state: Generated<"open" | "counted" | "skipped">;
  /** Source pixels x0, y0, x1, y1, … of the trees that the second person saw. */
  points: number[] | null;
  second_by: number | null;
  counted_at: Timestamp | null;
  agreed: number | null;
  only_first: number | null;
  only_second: number | null;
}

/** Ground that published images show, split by place and by the day on which a newer image took it over. */
interface SeenArea {
  whole_image_id: number;
  /** Square of the ground, so that a moved border costs only what it touches. */
  cell: number;
  region_id: Generated<number>;
  district_id: Generated<number>;
  garden_id: Generated<number>;
  captured_on: string;
  /** Day of the first newer image that shows this ground; infinity where there is none. */
  superseded_on: string;
  /** The same among images that have a green level. */
  green_superseded_on: string;
  area_m2: number;
  canopy_m2: number | null;
  shrubs: number | null;
}

/** Ranges of parameters that somebody has changed; the others are the defaults of the contract. */
interface SensorGuidance {
  key: string;
  good_min: number | null;
  good_max: number | null;
  watch_min: number | null;
  watch_max: number | null;
  faulty_min: number;
  faulty_max: number;
  updated_by: number | null;
  updated_at: Generated<Timestamp>;
}

/** Servers that share their counts of calls; a row older than some seconds is of a dead one. */
interface ServerBeat {
  id: string;
  beat_at: Generated<Timestamp>;
}

/** Duties of one server at a time, such as reading a broker outside: a lease, which its holder renews. */
interface ServerDuty {
  name: string;
  holder: string;
  /** End of the lease; after it another server takes the duty. */
  until: Timestamp;
  /** Last word of the holder: the broker is connected. */
  is_done: Generated<boolean>;
}

/** Failed sign-ins, for the throttle. */
interface SignInFailure {
  key: string;
  failed_at: Generated<Timestamp>;
}

/** Draws of survival plots, with all that repeats them; the greatest number of a visit counts. */
interface SurvivalDraw {
  id: Generated<number>;
  visit_id: number;
  number: number;
  algorithm: string;
  seed: number;
  plot_count: number;
  radius_m: number;
  /** Area in which the plots were drawn, as it was then. */
  ground: Json<MultiPolygon>;
  ground_m2: number;
  reason: Generated<string>;
  drawn_by: number | null;
  drawn_at: Generated<Timestamp>;
  /** Other tasks whose trees may stand on that area; null where the plots were drawn over the whole garden. */
  sharing: number[] | null;
  /** True where the newest verdict leaves all of its counts out. */
  left_out: Generated<boolean>;
}

interface SurvivalPlot {
  id: Generated<number>;
  draw_id: number;
  number: number;
  longitude: number;
  latitude: number;
  /** Area of the part of the circle that lies inside ground. */
  area_m2: number;
  living: number | null;
  dead: number | null;
  missing: number | null;
  note: Generated<string>;
  measured_at: Timestamp | null;
  measured_by: number | null;
  counter_longitude: number | null;
  counter_latitude: number | null;
  accuracy_m: number | null;
  /** Reason why its count weighs nothing, by the newest verdict; null where it weighs. */
  doubt: "own_side" | "unknown" | "far" | "impossible" | null;
}

interface SurvivalVisit {
  id: Generated<number>;
  task_id: number;
  year: number | null;
  due_date: string;
  state: Generated<"planned" | "drawn" | "done" | "cancelled">;
  purpose: Generated<string>;
  reason: Generated<string>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  finished_by: number | null;
  finished_at: Timestamp | null;
}

interface TaskComment {
  id: Generated<number>;
  task_id: number;
  author_id: number | null;
  author: string;
  body: string;
  created_at: Generated<Timestamp>;
  changed_at: Timestamp | null;
  deleted_at: Timestamp | null;
}

interface TaskMention {
  id: Generated<number>;
  comment_id: number;
  user_id: number;
  created_at: Generated<Timestamp>;
}

/** Moved borders whose trees get their new place in the background; the row goes when that is done. */
interface TerritoryChange {
  id: Generated<number>;
  kind: "region" | "district" | "garden";
  place_ids: number[];
  /** West, south, east, north of each box in degrees, one box after the other. */
  boxes: number[];
  /** Image that is being worked on; 0 before the first. */
  at_image: Generated<number>;
  /** zc of the last tree of at_image that is done. */
  at_zc: Int8 | null;
  /** Number of the last tree of at_image that is done. */
  at_tree: Int8 | null;
  /** Cell of seen_area of at_image that is done last. */
  at_cell: number | null;
  created_at: Generated<Timestamp>;
}

/** Trees as detected or added by a person, one row for each tree of each image. */
interface Tree {
  id: Generated<Int8>;
  whole_image_id: number;
  fragment: number;
  /** 62-bit Morton key of two 31-bit Web Mercator coordinates: neighbours have near keys. */
  zc: Int8;
  lon: number;
  lat: number;
  captured_on: string;
  score: number;
  /** Code: 0 not green, 1 green, 2 unsure (greenStates). Not green is not dead. */
  green: number;
  veg_index: number | null;
  veg_index_name: string | null;
  area_m2: number;
  /** Source pixels: xmin, ymin, xmax, ymax. */
  box: [number, number, number, number];
  /** Source pixels: x0, y0, x1, y1, … */
  crown: number[];
  garden_id: number | null;
  district_id: number | null;
  region_id: number | null;
  /** True while it counts: of a published image that no newer one supersedes. */
  current: Generated<boolean>;
  /** Day of the newer image that ended its counting. */
  superseded_on: string | null;
  /** Code: 0 new, 1 accepted, 2 corrected, 3 added by a person (treeReviews). */
  review: Generated<number>;
  /** Raised by each correction. */
  version: Generated<number>;
  /** True where it is unsure only because leaves were off. */
  leafless: Generated<boolean>;
}

/** Pyramid of counts over current trees, by place and capture day; a place of 0 means in none. */
interface TreeCell {
  /** Zoom of the pyramid, 4 to 18. */
  level: number;
  /** zc shifted right by 2 × (31 − level) bits. */
  cell: Int8;
  region_id: Generated<number>;
  district_id: Generated<number>;
  garden_id: Generated<number>;
  captured_on: string;
  n: number;
  green: number;
  not_green: number;
  unsure: number;
  area_m2: number;
}

/** Pyramid of counts over superseded trees, apart so that the current one stays quick. */
interface TreeCellPast {
  level: number;
  cell: Int8;
  region_id: Generated<number>;
  district_id: Generated<number>;
  garden_id: Generated<number>;
  captured_on: string;
  superseded_on: string;
  n: number;
  green: number;
  not_green: number;
  unsure: number;
  area_m2: number;
}

/** Trees of two compared images, with what became of each. */
interface TreeChange {
  comparison_id: number;
  /** The later image's tree, or the earlier one's where the later one has none. */
  tree_id: Int8;
  before_tree_id: Int8 | null;
  /** Code: 0 kept, 1 planted, 2 lost, 3 not visible. */
  state: number;
  /** Code: found in 0 the earlier image alone, 1 the later one alone, 2 both. */
  side: number;
  /** Code of why it is not visible: 1 outside, 2 no data, 3 too coarse, 4 veiled; 0 otherwise. */
  reason: Generated<number>;
  unsure: Generated<boolean>;
  /** Probability that it came or went in between. */
  chance: number;
  zc: Int8;
  /** Crown in the earlier image, m². */
  before_m2: number | null;
  /** Crown in the later image, m². */
  after_m2: number | null;
}

/** Differences between a person's correction and a later detection run. */
interface TreeConflict {
  id: Generated<Int8>;
  whole_image_id: number;
  tree_id: Int8;
  fragment: number;
  kind: "found_again" | "not_found" | "other_green" | "beside";
  correction_id: Int8;
  /** Tree that the run found there; null: none. */
  found: Json<TreeState> | null;
  /** Second tree of a conflict of the kind beside. */
  found_tree_id: Int8 | null;
  made_at: Generated<Timestamp>;
  decided: "kept" | "taken" | "corrected" | null;
  decision_id: Int8 | null;
  decided_by: number | null;
  decided_at: Timestamp | null;
}

interface TreeCorrection {
  id: Generated<Int8>;
  whole_image_id: number;
  tree_id: Int8;
  fragment: number;
  action: "add" | "accept" | "change" | "delete";
  before: Json<TreeState> | null;
  after: Json<TreeState> | null;
  reason: string | null;
  /** Trees with a higher number were detected later, by another run. */
  newest_tree_id: Int8;
  corrected_by: number | null;
  corrected_at: Generated<Timestamp>;
  undone_by: number | null;
  undone_at: Timestamp | null;
}

/** Sums of an image's counted trees by place; a place of 0 means in none. */
interface TreeTally {
  whole_image_id: number;
  region_id: Generated<number>;
  district_id: Generated<number>;
  garden_id: Generated<number>;
  captured_on: string;
  n: number;
  green: number;
  not_green: number;
  unsure: number;
  area_m2: number;
  green_area_m2: number;
  superseded_on: Generated<string>;
  /** Of n, trees in checked fragments. */
  checked: Generated<number>;
}

/** Kinds of trees that are planted; the API keeps the older name PlantTreeType. */
interface TreeType {
  id: Generated<number>;
  name: Json<Names>;
  latin_name: Generated<string>;
  demo: Generated<boolean>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

interface Upload {
  id: string;
  user_id: number;
  file_name: string;
  size: Int8;
  status: Generated<"receiving" | "checking" | "ready" | "refused">;
  problem: Json<StoredProblem> | null;
  facts: Json<RasterMetadata> | null;
  sha256: string | null;
  file_key: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  /** Hash of the file's size and ends, by which it is known before it is sent. */
  fingerprint: string | null;
  /** Lease of the server that checks it; one that was killed lets it run out. */
  check_until: Timestamp | null;
  /** File as it was sent, where another one is read. */
  sent_key: string | null;
  /** Since when those who would check it do not find its file. */
  missing_since: Timestamp | null;
  /** Call that writes to its file now. */
  writer: string | null;
  /** Lease of that call; one whose server was killed lets it run out. */
  writer_until: Timestamp | null;
  /** Another call waits for that one to let it go. */
  writer_wanted: Generated<boolean>;
}

/** Uploads whose pieces lie in a bucket, until they are checked or given up. */
interface UploadArrival {
  upload_id: string;
  /** Words of its sender, as tus has them. */
  metadata: Json<Record<string, string | null>>;
  /** Bytes that the bucket has: whole parts and the tail. */
  received: Generated<Int8>;
  /** Name that the bucket gave to the upload in parts. */
  multipart: string | null;
  /** Object with the bytes after the last whole part, which are too few for one. */
  tail_name: string | null;
  tail_sha256: string | null;
}

/** Parts of uploads that the bucket has, by their number from 1. */
interface UploadPart {
  upload_id: string;
  number: number;
  bytes: number;
  sha256: string;
  /** Name that the bucket gave to its content. */
  etag: string;
}

interface UserAccount {
  id: Generated<number>;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string;
  photo_key: string | null;
  group_id: number;
  ministry_id: number | null;
  language: Generated<Language>;
  is_active: Generated<boolean>;
  last_login: Timestamp | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  /** Raised by a new password or a deactivation: older tokens end at once. */
  token_version: Generated<number>;
  weekly_mail: Generated<boolean>;
  /** Sign-in before the last one: the own page says what happened since. */
  previous_login: Timestamp | null;
}

/** Roles; the API's name is group. */
interface UserGroup {
  id: Generated<number>;
  name: string;
  built_in: Generated<boolean>;
  permissions: Json<StoredPermissions>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

/** Territories that bound what a person sees; without a row it is the whole country. */
interface UserTerritory {
  user_id: number;
  region_id: number | null;
  district_id: number | null;
}

interface Violation {
  id: Generated<number>;
  kind: "illegal_felling" | "tree_damage" | "fire" | "dumping" | "water_misuse" | "unauthorized_construction" | "other";
  state: Generated<"new" | "under_review" | "confirmed" | "referred" | "closed" | "dismissed">;
  title: string;
  description: Generated<string>;
  longitude: number | null;
  latitude: number | null;
  garden_id: number | null;
  region_id: number | null;
  district_id: number | null;
  ministry_id: number | null;
  observed_on: string;
  reported_by: Generated<string>;
  demo: Generated<boolean>;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  number: Generated<string>;
  due_date: string | null;
  responsible_id: number | null;
  responsible_name: Generated<string>;
  source: Generated<"hand" | "comparison" | "alert" | "task">;
  comparison_id: number | null;
  device_id: number | null;
  task_id: number | null;
  evidence: Json<ViolationEvidence> | null;
}

interface ViolationChange {
  id: Generated<number>;
  violation_id: number;
  from_state: ViolationState | null;
  to_state: ViolationState;
  comment: Generated<string>;
  user_id: number | null;
  author: string;
  created_at: Generated<Timestamp>;
  field: Generated<"state" | "due_date" | "responsible">;
  from_value: string | null;
  to_value: string | null;
}

interface ViolationComment {
  id: Generated<number>;
  violation_id: number;
  user_id: number | null;
  author: string;
  body: string;
  created_at: Generated<Timestamp>;
}

/** The last number that a violation got in a year. */
interface ViolationCounter {
  year: number;
  last: number;
}

interface ViolationDeleted {
  number: string;
  deleted_at: Generated<Timestamp>;
}

interface WholeImage {
  id: Generated<number>;
  process_id: number;
  captured_on: string;
  /** SHA-256 of the decoded pixels. */
  date_hash: string;
  original_key: string;
  cog_key: string;
  facts: Json<ImageMetadata>;
  width: number;
  height: number;
  gsd_m: number;
  has_nir: boolean;
  bbox: Bbox;
  coverage: Json<MultiPolygon>;
  coverage_m2: number;
  grid_version: Generated<number>;
  fragment_count: number;
  model: string | null;
  model_sha256: string | null;
  /** 90 % range of the count that is shown, as factors of it: range_low to range_high. */
  range_low: number | null;
  range_high: number | null;
  /** Vegetation apart from trees, share of the coverage, 0..1. */
  green_level: number | null;
  green_index: string | null;
  tree_count: Generated<number>;
  green_count: Generated<number>;
  region_id: number | null;
  district_id: number | null;
  published_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  review: Generated<"new" | "accepted" | "rejected">;
  review_reason: "too_cloudy" | "wrong_place" | "same_picture" | "other" | null;
  review_comment: Generated<string>;
  reviewed_by: number | null;
  reviewed_at: Timestamp | null;
  threshold: number | null;
  /** The same from the model card: model_range_low to model_range_high. */
  model_range_low: number | null;
  model_range_high: number | null;
  /** Squared half range that each tree adds in a part of the image, by sample plots. */
  range_scatter: Generated<number>;
  range_basis: Generated<"model" | "calibration" | "shared">;
  /** Version of the rule by which its trees were settled last (settleVersion). */
  settle_version: Generated<number>;
  /** False for an image that is too coarse to tell trees apart. */
  counted: Generated<boolean>;
  /** Metres across: smaller crowns cannot be told apart on this image. */
  smallest_crown_m: number | null;
  familiarity: Generated<"known" | "unlike" | "unfamiliar" | "unassessed">;
  foreign_reasons: Generated<ForeignReason[]>;
  /** Distance from the ground that accuracy was measured on, as a multiple of what is usual there. */
  foreignness: number | null;
  /** Trees that may stand on an image on which none was found. */
  range_extra: Generated<number>;
  /** Share of the squared half range that images of one kind have in common, 0..1: it does not average out in sums. */
  range_shared: Generated<number>;
  model_range_shared: Generated<number>;
  ground_ha: number | null;
  crown_ha: number | null;
  closed_canopy_ha: number | null;
  closed_canopy_trees: number | null;
  shrub_count: number | null;
  /** True where it was taken while deciduous trees stand without leaves. */
  leaf_off: Generated<boolean>;
  /** True where leaf_off has changed and its trees are not yet set anew. */
  leaf_off_due: Generated<boolean>;
  /** Share of its fragments that a person has checked, 0..1. */
  checked_ground: Generated<number>;
  /** Images whose sample plots the range rests on, where it has too few of its own. */
  range_images: Generated<number[]>;
  /** True where all of its closed canopy stands in ground_cover. */
  canopy_placed: Generated<boolean>;
  /** True where all of its shrubs stand in ground_cover. */
  shrubs_placed: Generated<boolean>;
  /** Independent plots on which the range stands; the rest of a range averages out over them. */
  range_plots: Generated<number>;
  model_range_plots: Generated<number>;
  /** Trees that stand for each one found, by sample plots; null: the count is the estimate. */
  range_middle: number | null;
  ground_id: number | null;
  /** Origin of ground_id: a person, or likeness to images of that ground. */
  ground_by: "person" | "likeness" | null;
  lessons_id: number | null;
  /** Reason why the last run did not use the lessons of unused_ground_id. */
  ground_unused: "network" | "resolution" | "bands" | "look" | "threshold" | "withdrawn" | "not_better" | null;
  unused_ground_id: number | null;
  missed_canopy_ha: number | null;
  open_canopy_ha: number | null;
  low_plants_ha: number | null;
  bare_ha: number | null;
}

/** Running workers; a row older than some seconds is of a dead one. */
interface WorkerBeat {
  id: string;
  beat_at: Generated<Timestamp>;
  machine: string | null;
  pid: number | null;
  started_at: Generated<Timestamp>;
  version: string | null;
  /** Version of GDAL there; null where there is none. */
  gdal: string | null;
  /** Jobs at hand: queue, id, and since when. */
  doing: Generated<Json<WorkerJob[]>>;
  /** Ends the jobs at hand and takes no other. */
  is_draining: Generated<boolean>;
}

export interface Database {
  access_token: AccessToken;
  account_organization: AccountOrganization;
  alert: Alert;
  alert_comment: AlertComment;
  alert_due: AlertDue;
  alert_rule: AlertRule;
  alert_state: AlertState;
  attached_file: AttachedFile;
  audit_chain: AuditChain;
  audit_cut: AuditCut;
  audit_log: AuditLog;
  backup_run: BackupRun;
  backup_schedule: BackupSchedule;
  bad_interval: BadInterval;
  block_attempt: BlockAttempt;
  calibration: Calibration;
  calibration_forecast: CalibrationForecast;
  calibration_window: CalibrationWindow;
  call_count: CallCount;
  change_tally: ChangeTally;
  device: Device;
  device_calibration: DeviceCalibration;
  device_calibration_effect: DeviceCalibrationEffect;
  device_calibration_span: DeviceCalibrationSpan;
  device_call: DeviceCall;
  device_group: DeviceGroup;
  device_group_member: DeviceGroupMember;
  device_intake: DeviceIntake;
  device_place: DevicePlace;
  device_servicing: DeviceServicing;
  device_token: DeviceToken;
  device_turned_away: DeviceTurnedAway;
  district: District;
  document: Document;
  export: Export;
  field_entry: FieldEntry;
  fragment: Fragment;
  garden: Garden;
  garden_note: GardenNote;
  ground: Ground;
  ground_cover: GroundCover;
  ground_lessons: GroundLessons;
  image_comparison: ImageComparison;
  imagery_block: ImageryBlock;
  imagery_host: ImageryHost;
  imagery_process: ImageryProcess;
  imagery_source: ImagerySource;
  import_profile: ImportProfile;
  installation: Installation;
  installation_size: InstallationSize;
  mail: Mail;
  ministry: Ministry;
  ministry_employee: MinistryEmployee;
  next_image: NextImage;
  notice: Notice;
  notice_choice: NoticeChoice;
  offered_capture: OfferedCapture;
  open_collection: OpenCollection;
  opinion_draw: OpinionDraw;
  organization_type: OrganizationType;
  parameter: Parameter;
  parameter_version: ParameterVersion;
  pit_answer: PitAnswer;
  planting_photo: PlantingPhoto;
  planting_photo_match: PlantingPhotoMatch;
  planting_report: PlantingReport;
  planting_rows: PlantingRows;
  planting_task: PlantingTask;
  planting_task_item: PlantingTaskItem;
  planting_task_status: PlantingTaskStatus;
  planting_verdict: PlantingVerdict;
  planting_verdict_event: PlantingVerdictEvent;
  plots_changed: PlotsChanged;
  quality_due: QualityDue;
  quality_rule: QualityRule;
  reading: Reading;
  reading_conflict: ReadingConflict;
  reading_conflict_corrected: ReadingConflictCorrected;
  reading_corrected: ReadingCorrected;
  reading_day: ReadingDay;
  reading_fault: ReadingFault;
  reading_fault_corrected: ReadingFaultCorrected;
  reading_hour: ReadingHour;
  reading_latest: ReadingLatest;
  reading_packed: ReadingPacked;
  reading_packed_corrected: ReadingPackedCorrected;
  reading_span: ReadingSpan;
  refresh_token: RefreshToken;
  region: Region;
  released_file: ReleasedFile;
  report_period: ReportPeriod;
  report_version: ReportVersion;
  retention_size: RetentionSize;
  saved_view: SavedView;
  second_opinion: SecondOpinion;
  seen_area: SeenArea;
  sensor_guidance: SensorGuidance;
  server_beat: ServerBeat;
  server_duty: ServerDuty;
  sign_in_failure: SignInFailure;
  survival_draw: SurvivalDraw;
  survival_plot: SurvivalPlot;
  survival_visit: SurvivalVisit;
  task_comment: TaskComment;
  task_mention: TaskMention;
  territory_change: TerritoryChange;
  tree: Tree;
  tree_cell: TreeCell;
  tree_cell_past: TreeCellPast;
  tree_change: TreeChange;
  tree_conflict: TreeConflict;
  tree_correction: TreeCorrection;
  tree_tally: TreeTally;
  tree_type: TreeType;
  upload: Upload;
  upload_arrival: UploadArrival;
  upload_part: UploadPart;
  user_account: UserAccount;
  user_group: UserGroup;
  user_territory: UserTerritory;
  violation: Violation;
  violation_change: ViolationChange;
  violation_comment: ViolationComment;
  violation_counter: ViolationCounter;
  violation_deleted: ViolationDeleted;
  whole_image: WholeImage;
  worker_beat: WorkerBeat;
}
