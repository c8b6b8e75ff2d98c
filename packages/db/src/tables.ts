// Written by `npm run nihol -- table-types` from the migrated schema; do not edit.
import type { DeviceType } from "@nihol/contract/values/devices";
import type { StoredProblem } from "@nihol/contract/values/errors";
import type { ExportFormat, ExportList } from "@nihol/contract/values/exports";
import type { ForeignReason, ImageLook } from "@nihol/contract/values/imagery/familiarity";
import type { CanopyPart } from "@nihol/contract/values/imagery/canopy";
import type { LeafOffSeason } from "@nihol/contract/values/imagery/leaf-off";
import type { LessonPlot } from "@nihol/contract/values/imagery/lessons";
import type { ComparisonResult } from "@nihol/contract/values/imagery/image-compare";
import type { ProcessStep } from "@nihol/contract/values/imagery";
import type { OpinionTree } from "@nihol/contract/values/imagery/calibration";
import type { Language, Names } from "@nihol/contract/values/languages";
import type { NoticeFacts, NoticeKind, WeekFacts } from "@nihol/contract/values/notices";
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

interface AccountOrganization {
  id: Generated<number>;
  user_id: number;
  ministry_id: number | null;
  from_at: Timestamp;
  until_at: Timestamp | null;
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

interface AuditChain {
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
  chain_position: Int8 | null;
  chain_hash: Buffer | null;
}

interface BlockAttempt {
  id: Generated<number>;
  process_id: number;
  block: number;
  worker: string;
  started_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  outcome: "done" | "failed" | "retried" | "interrupted" | "died" | null;
  message: Json<StoredProblem> | null;
  trees: number | null;
}

interface Calibration {
  whole_image_id: number;
  wanted: number;
  side: number | null;
  columns: number | null;
  occupied: Generated<number[]>;
  empty: Generated<number>;
  model_sha256: string | null;
  requested_by: number | null;
  created_at: Generated<Timestamp>;
  ratio: number | null;
  ratio_variance: number | null;
  outside: number | null;
}

interface CalibrationForecast {
  whole_image_id: number;
  windows: number;
  asked_at: Generated<Timestamp>;
  plots: number;
  seconds: number;
  from_low: number | null;
  from_high: number | null;
  low: number;
  high: number;
  true_low: number | null;
  true_high: number | null;
  ended_at: Timestamp | null;
}

interface CalibrationWindow {
  whole_image_id: number;
  n: number;
  cell: number;
  is_occupied: boolean;
  marks: number[] | null;
  is_skipped: Generated<boolean>;
  found: number[] | null;
  counted_by: number | null;
  counted_at: Timestamp | null;
  candidates: Json<number[][]> | null;
}

interface ChangeTally {
  comparison_id: number;
  region_id: number;
  district_id: number;
  garden_id: number;
  state: number;
  side: number;
  n: number;
  expected: number;
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
}

interface DeviceToken {
  device_id: number;
  hash: Buffer;
  created_by: number | null;
  created_at: Generated<Timestamp>;
  used_at: Timestamp | null;
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
  actor: Json<unknown> | null;
}

interface FieldEntry {
  id: string;
  account_id: number;
  task_id: number;
  report_id: number | null;
  arrived_at: Generated<Timestamp>;
}

interface Fragment {
  whole_image_id: number;
  n: number;
  fx: number;
  fy: number;
  block: number;
  bbox: Bbox;
  status: Generated<"pending" | "done" | "failed">;
  review: Generated<"new" | "accepted" | "corrected" | "rejected">;
  reviewed_by: number | null;
  reviewed_at: Timestamp | null;
  tree_count: Generated<number>;
  green_count: Generated<number>;
  version: Generated<number>;
  checked: Generated<boolean>;
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

interface Ground {
  id: Generated<number>;
  name: string;
  created_at: Generated<Timestamp>;
  created_by: number | null;
  learning_since: Timestamp | null;
  learning_by: number | null;
  problem: "few_plots" | "one_kind" | "bands" | "resolution" | "failed" | null;
}

interface GroundCover {
  whole_image_id: number;
  cell: number;
  canopy: Generated<number[]>;
  shrubs: Generated<number[]>;
}

interface GroundLessons {
  id: Generated<number>;
  ground_id: number;
  n: number;
  learned_at: Generated<Timestamp>;
  learned_by: number | null;
  network: string;
  is_better: boolean;
  lessons: Json<unknown>;
  counts: Json<LessonPlot[]>;
  images: number[];
  withdrawn_at: Timestamp | null;
  withdrawn_by: number | null;
}

interface ImageComparison {
  id: Generated<number>;
  before_id: number;
  after_id: number;
  method: number;
  status: Generated<"pending" | "in_progress" | "failed" | "completed">;
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
  fx0: number;
  fy0: number;
  fx1: number;
  fy1: number;
  fragments: number;
  trees: Generated<number>;
  attempts: Generated<number>;
  valid_pixels: Generated<Int8>;
  green_pixels: Generated<Int8>;
  message: Json<StoredProblem> | null;
  updated_at: Generated<Timestamp>;
  look: Json<ImageLook> | null;
  canopy: Json<CanopyPart> | null;
  shrubs: number | null;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
  shrub_points: number[] | null;
  result: Json<unknown> | null;
}

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
  conversion: Generated<number>;
  blocks_total: Generated<number>;
  blocks_done: Generated<number>;
  fragments_total: Generated<number>;
  fragments_done: Generated<number>;
  tree_count: Generated<number>;
  threshold: number | null;
  area_kind: Generated<"image" | "garden" | "district" | "region" | "boundary">;
  area_id: number | null;
  area: Json<Areal> | null;
  message: Json<StoredProblem> | null;
  requested_by: number | null;
  language: Generated<Language>;
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
  fetched: number | null;
  priority: Generated<"low" | "normal" | "high">;
  lessons_id: number | null;
  use_lessons: Generated<boolean>;
}

interface ImagerySource {
  id: Generated<number>;
  name: Json<Names>;
  kind: "upload" | "xyz" | "wmts" | "wms" | "stac";
  address: Generated<string>;
  date_format: Generated<"YYYY-MM-DD" | "YYYYMMDD" | "YYYY-DDD" | "YYYY-MM" | "YYYY">;
  layer: Generated<string>;
  asset: Generated<string>;
  bands: Generated<string>;
  max_zoom: number | null;
  gsd_m: number | null;
  attribution: Generated<string>;
  licence: Generated<string>;
  enabled: Generated<boolean>;
  credential_kind: Generated<"none" | "basic" | "bearer" | "query" | "header">;
  credential_name: Generated<string>;
  credential_secret: string | null;
  demo: Generated<boolean>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  watch_days: number | null;
  watch_due_at: Timestamp | null;
  watch_garden: Generated<number>;
  watch_began_at: Timestamp | null;
  watched_at: Timestamp | null;
  watch_failures: Generated<number>;
  watch_problem: Json<StoredProblem> | null;
  is_base_layer: Generated<boolean>;
}

interface Installation {
  key: string;
  value: Json<unknown>;
}

interface Mail {
  id: Generated<number>;
  user_id: number;
  notice_id: number | null;
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

interface NextImage {
  process_id: number;
  cog_key: string;
  image: Json<unknown>;
}

interface Notice {
  id: Generated<number>;
  user_id: number;
  kind: NoticeKind;
  subject: "task" | "violation" | "device" | "image" | "export" | "period" | "verdict" | "source";
  subject_id: number;
  facts: Generated<Json<NoticeFacts>>;
  once: string | null;
  way: "app" | "digest" | "mail";
  created_at: Generated<Timestamp>;
  read_at: Timestamp | null;
}

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
  item: Generated<string>;
  preview_key: string | null;
  preview_hash: string | null;
  cloud: number | null;
  cloud_basis: "source" | "image" | null;
  darkness: number | null;
  status: Generated<"new" | "accepted" | "rejected">;
  decided_by: number | null;
  decided_at: Timestamp | null;
  process_id: number | null;
  found_at: Generated<Timestamp>;
  same_image_id: number | null;
}

interface OpenCollection {
  name: "regions" | "districts" | "gardens" | "trees" | "devices";
  published_at: Generated<Timestamp>;
  published_by: number | null;
}

interface OpinionDraw {
  id: Generated<number>;
  whole_image_id: number;
  share: number;
  seed: number;
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
}

interface ParameterVersion {
  only_one: Generated<boolean>;
  version: Generated<string>;
}

interface PlantingPhoto {
  report_id: number;
  of_photo: string;
  sha256: string | null;
  hash_0: Int8 | null;
  hash_1: Int8 | null;
  hash_2: Int8 | null;
  hash_3: Int8 | null;
  taken_on: string | null;
  position_error_m: number | null;
  direction_deg: number | null;
  sent_at: Timestamp;
  taken_at: string | null;
  longitude: number | null;
  latitude: number | null;
}

interface PlantingPhotoMatch {
  report_id: number;
  other_id: number;
  exact: boolean;
  mirrored: boolean;
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
  boundary_distance_m: number | null;
  evidence_checked: Generated<boolean>;
  place: Json<ReportPlace> | null;
  accuracy_m: number | null;
  stock_height_cm: number | null;
  photo_before_assigned_days: number | null;
  planted_before_assigned_days: number | null;
}

interface PlantingRows {
  id: Generated<number>;
  whole_image_id: number;
  block: number;
  step_short_m: number;
  step_long_m: number;
  direction_deg: number;
  crown_m: number;
  places: number;
  occupied: number;
  occupied_low: number;
  occupied_high: number;
  chance: number;
  variance: number;
  doubt: number;
  mistaken: number;
  lons: number[];
  lats: number[];
  xs: number[];
  ys: number[];
  chances: number[];
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

interface PlantingVerdict {
  task_id: number;
  proposed: "agrees" | "unclear" | "contradicts" | "too_early" | null;
  proposal: Json<ProposedVerdict> | null;
  facts: Json<unknown> | null;
  version: string | null;
  proposed_at: Timestamp | null;
  standing: number | null;
  standing_low: number | null;
  standing_high: number | null;
  next_look_on: string | null;
  decided: "agrees" | "unclear" | "contradicts" | "too_early" | null;
  decided_by: number | null;
  decided_at: Timestamp | null;
  decided_on: string | null;
  state: Generated<"proposed" | "decided" | "appealed" | "final">;
  appealed_decider: number | null;
  verdict: Verdict | null;
  evidence_revision: Generated<number>;
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

interface PlotsChanged {
  id: Generated<Int8>;
  whole_image_id: number;
}

interface Reading {
  device_id: number;
  parameter: number;
  ts: Timestamp;
  value: number;
}

interface ReadingConflict {
  device_id: number;
  parameter: number;
  ts: Timestamp;
  value: number;
  sent_at: Generated<Timestamp>;
}

interface ReadingDay {
  device_id: number;
  parameter: number;
  day: string;
  first_ms: number | null;
  step_ms: number | null;
  offsets: number[] | null;
  same_as: number | null;
  values: number[];
}

interface ReadingFault {
  device_id: number;
  parameter: number;
  ts: Timestamp;
  value: number;
}

interface ReadingHour {
  device_id: number;
  parameter: number;
  hour: Timestamp;
  n: number;
  total: number;
  low: number;
  high: number;
}

interface ReadingLatest {
  device_id: number;
  parameter: number;
  ts: Timestamp;
  value: number;
  faulty: boolean;
}

interface ReadingPacked {
  device_id: number | null;
  parameter: number | null;
  day: string | null;
  ts: Timestamp | null;
  value: number | null;
}

interface ReadingSpan {
  device_id: number;
  parameter: number;
  day: string;
  low: number;
  high: number;
}

interface RefreshToken {
  id: Generated<string>;
  family: string;
  user_id: number;
  token_hash: Buffer;
  family_expires_at: Timestamp;
  used_at: Timestamp | null;
  revoked_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  token_version: Generated<number>;
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
  leaf_off: Generated<LeafOffSeason>;
}

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
  points: number[] | null;
  second_by: number | null;
  counted_at: Timestamp | null;
  agreed: number | null;
  only_first: number | null;
  only_second: number | null;
}

interface SeenArea {
  whole_image_id: number;
  cell: number;
  region_id: Generated<number>;
  district_id: Generated<number>;
  garden_id: Generated<number>;
  captured_on: string;
  superseded_on: string;
  green_superseded_on: string;
  area_m2: number;
  canopy_m2: number | null;
  shrubs: number | null;
}

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

interface SignInFailure {
  key: string;
  failed_at: Generated<Timestamp>;
}

interface SurvivalDraw {
  id: Generated<number>;
  visit_id: number;
  number: number;
  algorithm: string;
  seed: number;
  plot_count: number;
  radius_m: number;
  ground: Json<MultiPolygon>;
  ground_m2: number;
  reason: Generated<string>;
  drawn_by: number | null;
  drawn_at: Generated<Timestamp>;
  sharing: number[] | null;
}

interface SurvivalPlot {
  id: Generated<number>;
  draw_id: number;
  number: number;
  longitude: number;
  latitude: number;
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

interface TerritoryChange {
  id: Generated<number>;
  kind: "region" | "district" | "garden";
  place_ids: number[];
  boxes: number[];
  at_image: Generated<number>;
  at_zc: Int8 | null;
  at_tree: Int8 | null;
  at_cell: number | null;
  created_at: Generated<Timestamp>;
}

interface Tree {
  id: Generated<Int8>;
  whole_image_id: number;
  fragment: number;
  zc: Int8;
  lon: number;
  lat: number;
  captured_on: string;
  score: number;
  green: number;
  veg_index: number | null;
  veg_index_name: string | null;
  area_m2: number;
  box: [number, number, number, number];
  crown: number[];
  garden_id: number | null;
  district_id: number | null;
  region_id: number | null;
  current: Generated<boolean>;
  superseded_on: string | null;
  review: Generated<number>;
  version: Generated<number>;
  leafless: Generated<boolean>;
}

interface TreeCell {
  level: number;
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

interface TreeChange {
  comparison_id: number;
  tree_id: Int8;
  before_tree_id: Int8 | null;
  state: number;
  side: number;
  reason: Generated<number>;
  unsure: Generated<boolean>;
  chance: number;
  zc: Int8;
  before_m2: number | null;
  after_m2: number | null;
}

interface TreeConflict {
  id: Generated<Int8>;
  whole_image_id: number;
  tree_id: Int8;
  fragment: number;
  kind: "found_again" | "not_found" | "other_green" | "beside";
  correction_id: Int8;
  found: Json<TreeState> | null;
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
  newest_tree_id: Int8;
  corrected_by: number | null;
  corrected_at: Generated<Timestamp>;
  undone_by: number | null;
  undone_at: Timestamp | null;
}

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
  checked: Generated<number>;
}

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
  fingerprint: string | null;
  check_until: Timestamp | null;
  sent_key: string | null;
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
  token_version: Generated<number>;
  weekly_mail: Generated<boolean>;
  previous_login: Timestamp | null;
}

interface UserGroup {
  id: Generated<number>;
  name: string;
  built_in: Generated<boolean>;
  permissions: Json<StoredPermissions>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

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
  range_low: number | null;
  range_high: number | null;
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
  model_range_low: number | null;
  model_range_high: number | null;
  range_scatter: Generated<number>;
  range_basis: Generated<"model" | "calibration" | "shared">;
  settle_version: Generated<number>;
  counted: Generated<boolean>;
  smallest_crown_m: number | null;
  familiarity: Generated<"known" | "unlike" | "unfamiliar" | "unassessed">;
  foreign_reasons: Generated<ForeignReason[]>;
  foreignness: number | null;
  range_extra: Generated<number>;
  range_shared: Generated<number>;
  model_range_shared: Generated<number>;
  ground_ha: number | null;
  crown_ha: number | null;
  closed_canopy_ha: number | null;
  closed_canopy_trees: number | null;
  shrub_count: number | null;
  leaf_off: Generated<boolean>;
  leaf_off_due: Generated<boolean>;
  checked_ground: Generated<number>;
  range_images: Generated<number[]>;
  canopy_placed: Generated<boolean>;
  shrubs_placed: Generated<boolean>;
  range_plots: Generated<number>;
  model_range_plots: Generated<number>;
  range_middle: number | null;
  ground_id: number | null;
  ground_by: "person" | "likeness" | null;
  lessons_id: number | null;
  ground_unused: "network" | "resolution" | "bands" | "look" | "threshold" | "withdrawn" | null;
  unused_ground_id: number | null;
}

interface WorkerBeat {
  id: string;
  beat_at: Generated<Timestamp>;
}

export interface Database {
  access_token: AccessToken;
  account_organization: AccountOrganization;
  attached_file: AttachedFile;
  audit_chain: AuditChain;
  audit_log: AuditLog;
  block_attempt: BlockAttempt;
  calibration: Calibration;
  calibration_forecast: CalibrationForecast;
  calibration_window: CalibrationWindow;
  change_tally: ChangeTally;
  device: Device;
  device_token: DeviceToken;
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
  installation: Installation;
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
  reading: Reading;
  reading_conflict: ReadingConflict;
  reading_day: ReadingDay;
  reading_fault: ReadingFault;
  reading_hour: ReadingHour;
  reading_latest: ReadingLatest;
  reading_packed: ReadingPacked;
  reading_span: ReadingSpan;
  refresh_token: RefreshToken;
  region: Region;
  released_file: ReleasedFile;
  report_period: ReportPeriod;
  report_version: ReportVersion;
  saved_view: SavedView;
  second_opinion: SecondOpinion;
  seen_area: SeenArea;
  sensor_guidance: SensorGuidance;
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
