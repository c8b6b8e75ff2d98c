/** The server program: database, migrations, first data, worker, HTTP. */
import { startServer } from "./start-server.ts";

await startServer();
