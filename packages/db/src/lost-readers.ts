/** Output that nobody reads any more: a closed terminal, a pipe into a program that has ended. */

/**
 * The program works on when whoever reads its output is gone. Without this its next line would end it at once, with
 * the database that it started left behind.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
    });
}
