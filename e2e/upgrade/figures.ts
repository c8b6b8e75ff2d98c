/** Figures of a data folder that a later version must give too. */
import { adminEmail, type Client } from "../support/client.ts";

/** Calls whose answers hold the programme's figures. */
const calls = [
  "/statistics",
  "/statistics?garden=1",
  "/region?boundary=1",
  "/district?boundary=1",
  "/ministry",
  "/organization-type",
  "/group",
  "/user",
  "/garden?boundary=1&ordering=name",
  "/garden?from=2025-01-01&to=2025-12-31",
  "/garden/1/analytics",
  "/whole-image?ordering=date",
  "/satellite-imagery",
  "/plant-tree-detail?page_size=200",
  "/plant-tree-detail/dates?bbox=69.09,38.89,69.11,38.91",
  "/image-compare?garden=1",
  "/image-compare/tree?comparison=1&page_size=200",
  "/plant-tree-type",
  "/plant-tree-task",
  "/plant-tree-task/1/report",
  "/device",
  "/device/1/reading?parameter=soil_humidity&from=2026-05-01T00:00:00Z&to=2026-05-02T00:00:00Z",
  "/violation",
  "/document",
  "/report/region?from=2026-01-01&to=2026-12-31",
  "/report/district?region=1&from=2026-01-01&to=2026-12-31",
];

/** Depends on the day on which it is asked. */
const ofTheDay = new Set([
  "state",
  "online",
  "silent",
  "overdue",
  "days_left",
  "last_login",
  "made_at",
]);

type Figures = Record<string, unknown>;

/** Key of what the reader may do with a row, which is no figure: a version that can do more with it allows more. */
const rights = "can";

/** The answers as they are today, without what another day answers otherwise. @throws where a call is refused */
export async function figuresOf(product: Client): Promise<Figures> {
  const figures: Figures = {};
  for (const call of calls) {
    const { status, body } = await product.api(adminEmail, "GET", call);
    if (status !== 200) throw new Error(`${call}: ${status} ${JSON.stringify(body)}`);
    figures[call] = lasting(body);
  }
  return figures;
}

/** An answer without what another day, or another version's rights, says otherwise. */
export function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== rights && !ofTheDay.has(key))
      .map(([key, one]) => [key, lasting(one)]),
  );
}
