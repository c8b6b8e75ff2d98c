/** Looks at readings by the rules of quality without a pause, until it is killed. The argument is the database's address. */
import { connect } from "@nihol/db/connection";
import { evaluateQuality } from "@nihol/store/quality/quality-pass";

const db = connect(JSON.parse(process.argv[2] ?? "{}"), { max: 2 });
process.stdout.write("ready\n");
for (;;) {
  await evaluateQuality(db.sql);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
