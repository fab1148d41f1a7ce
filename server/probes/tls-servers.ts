import type { Env } from '../env.ts';
import type { TlsServer } from './certificate.ts';

/** The servers of the settings whose certificates this installation depends on. */
export function tlsServers(
  env: Pick<Env, 'PUBLIC_URL' | 'DATABASE_URL' | 'DATABASE_REPLICA_URL' | 'REDIS_URL'>,
): TlsServer[] {
  return [
    ...serversOf(env.PUBLIC_URL, { protocol: 'https:', port: 443 }),
    ...serversOf(env.DATABASE_URL, { protocol: 'postgres:', port: 5432 }),
    ...serversOf(env.DATABASE_REPLICA_URL, { protocol: 'postgres:', port: 5432 }),
    ...serversOf(env.REDIS_URL, { protocol: 'rediss:', port: 6379 }),
  ];
}

/** The servers with TLS in an address. That of PostgreSQL may have several, and has TLS by `sslmode`. */
function serversOf(
  url: string | undefined,
  { protocol, port }: { protocol: string; port: number },
): TlsServer[] {
  if (!url) return [];
  const isPostgres = protocol === 'postgres:';
  const hasTls = isPostgres ? /[?&]sslmode=(?:require|verify-)/.test(url) : url.startsWith(protocol);
  if (!hasTls) return [];
  const authority = /^[a-z]+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(url)?.[1] ?? '';
  return authority.split(',').map((each) => {
    const [, host = '', given] = /^(.*?)(?::(\d+))?$/.exec(each) ?? [];
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(given ?? port), isPostgres };
  });
}
