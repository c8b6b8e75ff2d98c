/**
 * The store does not answer, answers too slowly, or refuses us: the same call may succeed later. It carries no cause,
 * since a broken line to it must not be taken for one to the database.
 */
export class FilesAway extends Error {
  override name = "FilesAway";
}
