import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { expect, test } from 'vitest';
import { authSecrets } from './auth-secrets.ts';

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

/** As better-auth makes its keys of the settings. */
function keyOf(...keys: Buffer[]) {
  const { secret, secrets } = authSecrets(keys);
  return {
    keys: new Map(secrets.map(({ version, value }) => [version, value])),
    currentVersion: secrets[0]?.version ?? 0,
    legacySecret: secret,
  };
}

test('what one key encrypted is read with the key after it, also what was encrypted before keys had versions', async () => {
  const data = 'JBSWY3DPEHPK3PXP';
  const withVersion = await symmetricEncrypt({ key: keyOf(first), data });
  const without = await symmetricEncrypt({ key: authSecrets([first]).secret, data });
  for (const stored of [withVersion, without]) {
    expect(await symmetricDecrypt({ key: keyOf(first), data: stored })).toBe(data);
    expect(await symmetricDecrypt({ key: keyOf(second, first), data: stored })).toBe(data);
    await expect(symmetricDecrypt({ key: keyOf(second), data: stored })).rejects.toThrow();
  }
  const again = await symmetricEncrypt({ key: keyOf(second, first), data });
  expect(await symmetricDecrypt({ key: keyOf(second), data: again })).toBe(data);
});
