import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { and, eq } from 'drizzle-orm';
import { staffTwoFactor } from '../../drizzle/schema/staff.ts';
import { db } from '../db/client.ts';
import { fingerprint, fingerprints } from '../sealed.ts';
import { secretsKeys } from '../secrets-key.ts';
import { authSecrets } from './auth-secrets.ts';

/**
 * Encrypts the second factors of staff with the present secrets key, as `sealAgain` does with other secrets. Recovery codes that
 * were used stay used.
 */
export async function rotateSecondFactors(): Promise<{
  texts: number;
  sealedAgain: number;
  unreadable: number;
}> {
  const { secret, secrets } = authSecrets(secretsKeys());
  const [current] = secrets;
  if (!current) throw new Error('there is no secrets key');
  const key = {
    keys: new Map(secrets.map(({ version, value }) => [version, value])),
    currentVersion: current.version,
    legacySecret: secret,
  };
  const present = `$ba$${current.version}$`;
  const found = { texts: 0, sealedAgain: 0, unreadable: 0 };
  for (const row of await db().select().from(staffTwoFactor)) {
    found.texts++;
    if (row.secret.startsWith(present) && row.backupCodes.startsWith(present)) continue;
    try {
      const [appSecret, codes] = await Promise.all(
        [row.secret, row.backupCodes].map((data) => symmetricDecrypt({ key, data })),
      );
      const used = (JSON.parse(codes ?? '[]') as string[]).filter((code) =>
        fingerprints(code).some((mark) => row.usedCodes.includes(mark)),
      );
      const encrypted = await Promise.all(
        [appSecret, codes].map((data = '') => symmetricEncrypt({ key, data })),
      );
      await db()
        .update(staffTwoFactor)
        .set({ secret: encrypted[0], backupCodes: encrypted[1], usedCodes: used.map(fingerprint) })
        .where(
          and(
            eq(staffTwoFactor.id, row.id),
            eq(staffTwoFactor.secret, row.secret),
            // A code that is used meanwhile is not forgotten: the next run repeats this row.
            eq(staffTwoFactor.usedCodes, row.usedCodes),
          ),
        );
      found.sealedAgain++;
    } catch {
      found.unreadable++;
    }
  }
  return found;
}
