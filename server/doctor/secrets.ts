import { opensWith } from '../sealed.ts';
import { hasSecretsKey, secretsKeys } from '../secrets-key.ts';
import { type Check, failed, ofDatabase, ok, skipped } from './check.ts';

/** Texts of each kind that are decrypted. */
const SAMPLE = 100;

/** A process with another key starts, and encrypts new secrets with it. */
export const secrets: Check = ofDatabase({
  name: 'secrets',
  look: 'docs/operations/rotate-keys.md, and where the key of this installation is kept',
  remedy:
    'set SECRETS_KEY to the key that encrypted them, during a rotation SECRETS_KEY_PREVIOUS also, and restart all processes',
  async run(sql, { env }) {
    const texts = await sql<{ id: string; text: string }[]>`
      (select id, sealed_secret as text from webhook order by created_at desc limit ${SAMPLE})
      union all (select id, sealed_secret from integration where sealed_secret is not null order by created_at desc limit ${SAMPLE})
      union all (select id, sealed_credentials from gateway_account where sealed_credentials is not null order by created_at desc limit ${SAMPLE})
      union all (select id, sealed_credentials from message_account where sealed_credentials is not null order by created_at desc limit ${SAMPLE})`;
    if (texts.length === 0) return skipped('no secret is stored');
    if (!hasSecretsKey(env)) return failed('there is no SECRETS_KEY');
    const keys = secretsKeys(env).filter((key) => key !== undefined);
    const lost = texts.filter(({ id, text }) => !keys.some((key) => opensWith(text, id, key)));
    return lost.length > 0
      ? failed(`SECRETS_KEY does not decrypt ${lost.length} of ${texts.length} stored secrets`)
      : ok(`SECRETS_KEY decrypts ${texts.length} stored secrets`);
  },
});
