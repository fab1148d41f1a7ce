/** Imports no library, so that pages can import it at no cost. */

/** Whether a credential can be rotated: it was neither rotated nor revoked before. Contract: Accounts. */
export function isRotatable({ expiresAt }: { expiresAt: Date | string | null }): boolean {
  return expiresAt === null;
}
