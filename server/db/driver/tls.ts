import { readFileSync } from 'node:fs';
import { type ConnectionOptions, checkServerIdentity } from 'node:tls';

type Address = {
  /** The address without what the driver would send to the server as a setting. */
  url: string;
  ssl?: Pick<ConnectionOptions, 'ca' | 'rejectUnauthorized' | 'checkServerIdentity'>;
};

/**
 * Splits the check of the server's certificate off an address of PostgreSQL. The driver knows neither `sslrootcert` nor `verify-ca`, and
 * checks the name `localhost` in place of an IP address. The modes are those of libpq; with a file of certificates `require` checks
 * the chain too.
 * @throws Error for a file that cannot be read, and for `sslrootcert` with a mode that checks nothing
 */
export function withTls(url: string): Address {
  const at = url.indexOf('?');
  const parameters = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  const root = parameters.get('sslrootcert');
  const mode = parameters.get('sslmode') ?? (root === 'system' ? 'verify-full' : null);
  if (root === null && mode !== 'verify-full' && mode !== 'verify-ca') return { url };
  if (mode !== 'verify-full' && mode !== 'verify-ca' && mode !== 'require') {
    throw new Error('sslrootcert in the address of PostgreSQL needs sslmode=verify-full');
  }
  parameters.delete('sslrootcert');
  parameters.delete('sslmode');
  const base = url.slice(0, at);
  const rest = parameters.toString();
  const hosts = hostsOf(base);
  return {
    url: rest ? `${base}?${rest}` : base,
    ssl: {
      ...(root !== null && root !== 'system' && { ca: readFileSync(root) }),
      rejectUnauthorized: true,
      checkServerIdentity: (name, certificate) => {
        if (mode !== 'verify-full') return undefined;
        // For an IP address the driver gives no name, and Node then takes `localhost`.
        const names = hosts.includes(name) ? [name] : hosts;
        const faults = names.map((host) => checkServerIdentity(host, certificate));
        return faults.includes(undefined) ? undefined : faults[0];
      },
    },
  };
}

/** The hosts of an address, which may name several. */
function hostsOf(base: string): string[] {
  const authority = base.slice(base.indexOf('://') + 3).split('/', 1)[0] ?? '';
  return authority
    .slice(authority.lastIndexOf('@') + 1)
    .split(',')
    .map((host) => host.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''));
}
