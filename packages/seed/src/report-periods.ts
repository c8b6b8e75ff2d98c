/** The demonstration's period of reports: last year, submitted. The server, which makes reports, approves it. */
import type { Db } from "@nihol/db/connection";

/** Inserts the period; the demonstration's people must be there. */
export async function seedReportPeriod(db: Db): Promise<void> {
  const year = new Date().getUTCFullYear() - 1;
  const clerk = await db
    .selectFrom("user_account")
    .where("email", "=", "sysadmin@nihol.example")
    .select(["id", "first_name", "last_name"])
    .executeTakeFirstOrThrow();
  await db
    .insertInto("report_period")
    .values({
      from_date: `${year}-01-01`,
      to_date: `${year}-12-31`,
      submitted_by: clerk.id,
      submitter: `${clerk.first_name} ${clerk.last_name}`,
      submitted_at: new Date(Date.now() - 86_400_000),
      demo: true,
    })
    .execute();
}
