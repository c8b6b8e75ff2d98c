/**
 * All that names one person, found by the database's own catalogue: an entity that comes later is in it by the foreign
 * key of its table, without a line here.
 */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import { endSessions } from "../shared/accounts/sessions.ts";

interface Reference {
  table: string;
  column: string;
  /** The row goes with the account. */
  isOwn: boolean;
}

/** Rows of the account's own that say who was where and did what, by number, and that rules ask for: they stay. */
const keptOwn = ["upload", "field_entry", "account_organization", "user_territory", "task_mention"];
/** Columns that let somebody in, or are of no meaning to a person. */
const secrets = ["password_hash", "token_hash", "token_version"];

/** Columns of all tables that refer to an account. */
async function listReferences(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as table, a.attname as column, c.confdeltype = 'c' as "isOwn"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'user_account'::regclass and array_length(c.conkey, 1) = 1
    order by 1, 2`.execute(db);
  return rows;
}

/** Columns beside the account's that hold e-mail addresses. */
async function listMailColumns(db: Db): Promise<Omit<Reference, "isOwn">[]> {
  const { rows } = await sql<Reference>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and column_name like '%email%'
      and table_name <> 'user_account' order by 1, 2`.execute(db);
  return rows;
}

type Row = Record<string, unknown>;

const rowsWhere = async (db: Db, table: string, where: ReturnType<typeof sql<boolean>>) =>
  (
    await sql<{ row: Row }>`select to_jsonb(t) - ${secrets}::text[] as row
      from ${sql.table(table)} t where ${where}`.execute(db)
  ).rows.map(({ row }) => row);

/** Export of a person: their account, and rows by table and column that name them. */
export interface PersonData {
  made_at: string;
  account: Row;
  /** Rows that refer to the account, by `table.column`. */
  rows: Record<string, Row[]>;
  /** Rows of others that hold the account's e-mail, by `table.column`. */
  by_email: Record<string, Row[]>;
  /** Lines of the audit log that the person wrote, or that tell of the account. */
  audit: Row[];
}

/** Reads everything that names the account, in one snapshot. @returns undefined for an e-mail without an account */
export async function exportPerson(db: Db, email: string): Promise<PersonData | undefined> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      const [account] = await rowsWhere(
        trx,
        "user_account",
        sql<boolean>`lower(t.email) = lower(${email})`,
      );
      if (!account) return undefined;
      const id = Number(account.id);
      const rows: PersonData["rows"] = {};
      for (const { table, column } of await listReferences(trx)) {
        const found = await rowsWhere(trx, table, sql<boolean>`t.${sql.ref(column)} = ${id}`);
        if (found.length > 0) rows[`${table}.${column}`] = found;
      }
      const by_email: PersonData["by_email"] = {};
      for (const { table, column } of await listMailColumns(trx)) {
        const same = sql<boolean>`lower(t.${sql.ref(column)}) = lower(${email})`;
        const found = await rowsWhere(trx, table, same);
        if (found.length > 0) by_email[`${table}.${column}`] = found;
      }
      const audit = await rowsWhere(
        trx,
        "audit_log",
        sql<boolean>`t.actor_id = ${id} or (t.resource in ('user', 'profile') and t.resource_id = ${String(id)})`,
      );
      return { made_at: new Date().toISOString(), account, rows, by_email, audit };
    });
}

/** Result of a deletion: the account's number, its photo, rows that went by table, and what is left behind. */
export interface Forgotten {
  id: number;
  photoKey: string | null;
  deleted: Record<string, number>;
  /** Rows that still refer to the number, which has no name any more, by `table.column`. */
  left: Record<string, number>;
  /** Entries of the directory of employees that share the e-mail, so that nobody knows which is the person's. */
  sharing: number;
  /** Lines of the audit log that tell of the account; those of its own changes hold what its name was. */
  auditLines: number;
}

/** The only active MasterAdmin cannot be forgotten: nobody could sign in with all rights any more. */
export class LastMasterAdmin extends Error {
  override name = "LastMasterAdmin";
}

async function requireAnotherMaster(trx: Db, id: number) {
  const { rows } = await sql<{ is_master: boolean; others: number }>`
    select bool_or(u.id = ${id}) as is_master, count(*) filter (where u.id <> ${id})::int as others
    from user_account u join user_group g on g.id = u.group_id
    where g.name = 'MasterAdmin' and u.is_active`.execute(trx);
  if (rows[0]?.is_master && rows[0].others === 0)
    throw new LastMasterAdmin("this is the only active MasterAdmin: make another first");
}

/**
 * Takes the person out of their account: name, e-mail and photo are replaced, sessions and tokens end, what was theirs
 * alone is deleted; the entry of the directory of employees with their e-mail loses name and phone, unless several have
 * it. Records keep the number of the account, and so does the audit log. @returns undefined for an e-mail without an account
 * @throws LastMasterAdmin
 */
export async function forgetPerson(db: Db, email: string): Promise<Forgotten | undefined> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; photo_key: string | null }>`
      select id, photo_key from user_account where lower(email) = lower(${email}) for update`.execute(
      trx,
    );
    const [account] = rows;
    if (!account) return undefined;
    const { id, photo_key: photoKey } = account;
    await requireAnotherMaster(trx, id);
    await endSessions(trx, id);
    const deleted: Forgotten["deleted"] = {};
    const left: Forgotten["left"] = {};
    for (const { table, column, isOwn } of await listReferences(trx)) {
      if (isOwn && !keptOwn.includes(table)) {
        const { numAffectedRows } = await sql`delete from ${sql.table(table)}
          where ${sql.ref(column)} = ${id}`.execute(trx);
        if (numAffectedRows) deleted[table] = Number(numAffectedRows);
        continue;
      }
      const { rows: counted } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(
        trx,
      );
      if (counted[0]?.n) left[`${table}.${column}`] = counted[0].n;
    }
    await sql`update user_account set email = ${`forgotten-${id}@nihol.invalid`}, first_name = '—',
        last_name = ${`№ ${id}`}, photo_key = null, is_active = false, weekly_mail = false,
        password_hash = '!', last_login = null, previous_login = null, updated_at = now()
      where id = ${id}`.execute(trx);
    // Offices share mailboxes: of several entries none is changed.
    const { rows: employees } = await sql<{ id: number }>`
      select id from ministry_employee where lower(email) = lower(${email}) for update`.execute(
      trx,
    );
    const [employee, ...others] = employees;
    if (employee && others.length === 0) {
      await sql`update ministry_employee set first_name = '—', last_name = '—', phone = '',
        email = '', updated_at = now() where id = ${employee.id}`.execute(trx);
      deleted["ministry_employee (name, phone, e-mail)"] = 1;
    }
    const sharing = others.length > 0 ? employees.length : 0;
    const { rows: audit } = await sql<{ n: number }>`select count(*)::int as n from audit_log
      where actor_id = ${id} or (resource in ('user', 'profile') and resource_id = ${String(id)})`.execute(
      trx,
    );
    await trx
      .insertInto("audit_log")
      .values({ actor_id: null, action: "delete", resource: "user", resource_id: String(id) })
      .execute();
    return { id, photoKey, deleted, left, sharing, auditLines: audit[0]?.n ?? 0 };
  });
}
