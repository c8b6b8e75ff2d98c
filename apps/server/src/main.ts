/** The server program: database, migrations, first data, worker, HTTP. */

// Imported late: a wrong setting is found on the way, and is one sentence for whoever set it.
const { startServer } = await import("./start-server.ts").catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});

await startServer();
