import type { MinistryEmployee, ministryEmployees } from "@nihol/contract/ministry-employees";
import type { ListQueryOf, OrderingOf } from "@nihol/contract/resource";
import type { Language } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import {
  managesMinistry,
  ministryManagedBy,
  ministryVisibleTo,
} from "../../policies/ministries.ts";
import { rowCan } from "../../policies/rights.ts";
import { listPage } from "../../shared/rows/list-page.ts";
import { inOrderOf, textContains } from "../../shared/rows/names-sql.ts";

/** Contact details, for the person's own organization and for the whole programme; empty for others. */
const contact = (actor: Actor, column: "phone" | "email") =>
  sql<string>`case when ${ministryManagedBy(actor, "e.ministry_id")} then ${sql.ref(`e.${column}`)} else '' end`;

function employeeRows(db: Db, actor: Actor) {
  return db
    .selectFrom("ministry_employee as e")
    .innerJoin("ministry as m", "m.id", "e.ministry_id")
    .where(ministryVisibleTo(actor, "e.ministry_id"))
    .select(["e.id", "e.first_name", "e.last_name", "e.position"])
    .select([contact(actor, "phone").as("phone"), contact(actor, "email").as("email")])
    .select(["m.id as ministry_id", "m.name as ministry_name"]);
}
type EmployeeRow = Awaited<ReturnType<ReturnType<typeof employeeRows>["executeTakeFirstOrThrow"]>>;

function toEmployee(row: EmployeeRow, actor: Actor): MinistryEmployee {
  const { ministry_id, ministry_name, ...rest } = row;
  return {
    ...rest,
    ministry: { id: ministry_id, name: ministry_name },
    can: rowCan(actor, "ministryemployee", managesMinistry(actor, ministry_id)),
  };
}

/** Counted and paged employees within the actor's scope; `search` covers every column. */
export async function listEmployees(
  db: Db,
  actor: Actor,
  query: ListQueryOf<typeof ministryEmployees>,
  order: Order<OrderingOf<typeof ministryEmployees>>,
  language: Language,
) {
  let rows = employeeRows(db, actor);
  if (query.ministry) rows = rows.where("e.ministry_id", "=", query.ministry);
  if (query.search) {
    const text = sql`concat_ws(' ', e.first_name, e.last_name, e.first_name, e.position, ${contact(actor, "phone")}, ${contact(actor, "email")})`;
    rows = rows.where(textContains(text, query.search));
  }
  const by = inOrderOf(sql.ref(`e.${order.column}`), language);
  return listPage(rows, query, {
    by,
    direction: order.direction,
    id: "e.id",
    toRow: (row) => toEmployee(row, actor),
  });
}

export async function findEmployee(
  db: Db,
  actor: Actor,
  id: number,
): Promise<MinistryEmployee | undefined> {
  const row = await employeeRows(db, actor).where("e.id", "=", id).executeTakeFirst();
  return row && toEmployee(row, actor);
}

interface EmployeeColumns {
  first_name: string;
  last_name: string;
  position: string;
  phone: string;
  email: string;
  ministry_id: number;
}

export async function insertEmployee(db: Db, columns: EmployeeColumns): Promise<number> {
  return (
    await db
      .insertInto("ministry_employee")
      .values(columns)
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
}

/** Fields that are left out keep their values. */
export async function updateEmployee(db: Db, id: number, columns: Partial<EmployeeColumns>) {
  await db
    .updateTable("ministry_employee")
    .set({ ...columns, updated_at: new Date() })
    .where("id", "=", id)
    .execute();
}

export async function deleteEmployee(db: Db, id: number) {
  await db.deleteFrom("ministry_employee").where("id", "=", id).execute();
}

export async function ministryExists(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom("ministry").where("id", "=", id).select("id").executeTakeFirst();
  return row !== undefined;
}
