import type { Env } from '../env.ts';
import { type Check, type Finding, ok } from './check.ts';

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/;

const isLocal = (url: string) => LOOPBACK.test(new URL(url).hostname);

/** Settings that start a process and lead to trouble in production: whether each is so, and what it means. */
const doubts: readonly { isSo: (env: Env) => boolean; means: string }[] = [
  {
    isSo: ({ PUBLIC_URL }) => !PUBLIC_URL.startsWith('https:') && !isLocal(PUBLIC_URL),
    means: 'PUBLIC_URL is not https: browsers send the cookies of the portal without encryption',
  },
  {
    isSo: ({ PUBLIC_URL, TRUSTED_PROXIES }) =>
      PUBLIC_URL.startsWith('https:') && TRUSTED_PROXIES.length === 0,
    means: 'TRUSTED_PROXIES is unset behind https: all requests seem to come from the proxy',
  },
  {
    isSo: ({ SMTP_URL }) => !SMTP_URL,
    means: 'SMTP_URL is unset: emails are kept in the portal and not sent',
  },
  {
    isSo: ({ SECRETS_KEY_PREVIOUS }) => SECRETS_KEY_PREVIOUS !== undefined,
    means: 'SECRETS_KEY_PREVIOUS is set: a rotation has not ended',
  },
  {
    isSo: ({ INNGEST_BASE_URL, INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY }) =>
      INNGEST_BASE_URL !== undefined && !(INNGEST_EVENT_KEY && INNGEST_SIGNING_KEY),
    means: 'INNGEST_BASE_URL is set without INNGEST_EVENT_KEY and INNGEST_SIGNING_KEY',
  },
  {
    isSo: ({ REDIS_URL }) =>
      REDIS_URL !== undefined && !isLocal(REDIS_URL) && new URL(REDIS_URL).password === '',
    means: 'REDIS_URL has no password for a Redis on another machine',
  },
  {
    isSo: ({ DATABASE_URL }) =>
      DATABASE_URL !== undefined &&
      !isLocal(DATABASE_URL) &&
      !/[?&]sslmode=verify-(?:full|ca)\b/.test(DATABASE_URL),
    means: 'DATABASE_URL has no sslmode=verify-full for a PostgreSQL on another machine',
  },
  {
    isSo: ({ BACKUP_DIR }) => BACKUP_DIR === undefined,
    means: 'BACKUP_DIR is unset: the age of the backups is not watched',
  },
];

export const settings: Check = {
  name: 'settings',
  look: 'the environment of the service, and docs/operations/deploy.md#settings-for-production',
  remedy: 'set the variable and restart the processes',
  run({ env }): Finding[] {
    const found = doubts
      .filter(({ isSo }) => isSo(env))
      .map(({ means }) => ({ state: 'warning' as const, found: means }));
    return found.length > 0 ? found : ok('no doubtful setting');
  },
};
