/** Where a database is: as text (DATABASE_URL) or in parts (a socket's path has no good URL). */
export interface DatabaseConfig {
  connectionString?: string;
  /** A host name, or the folder of a Unix socket. */
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
}
