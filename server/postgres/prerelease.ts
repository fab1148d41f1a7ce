/** The error for a database of a version before the first release, which no migration can upgrade. */
export function prereleaseDatabase(): Error {
  return new Error(
    'This database was made by a version of Demarc from before the first release, which cannot be upgraded. ' +
      'Delete the data folder (DATA_DIR), or the contents of the database of DATABASE_URL, and start again.',
  );
}
