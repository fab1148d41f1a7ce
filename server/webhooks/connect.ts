import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { type Address, isReachable, resolveHost } from './guard.ts';
import { dropInterimResponses } from './interim-responses.ts';

/** Deliveries to this host are not allowed. */
class AddressNotAllowed extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';
}

/** A host without an address. */
class NameNotResolved extends Error {
  readonly code = 'DNS_FAILURE';
}

/**
 * Opens connections to public addresses only, also if the name resolved to one at registration. A literal address needs no
 * look-up, so it is checked before. The connection uses the addresses that the look-up returned.
 * @param timeout ms
 */
export function guardedConnector(livemode: boolean, timeout: number): buildConnector.connector {
  const lookup: LookupFunction = (hostname, { all, family }, done) => {
    addressesOf(hostname, livemode, family).then(
      (found) => {
        const [first] = found;
        if (all) done(null, found);
        else done(null, first?.address ?? '', first?.family);
      },
      (error) => done(error, ''),
    );
  };
  const connect = buildConnector({ timeout, lookup } as buildConnector.BuildOptions);
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !isReachable(host, [host], livemode)) callback(new AddressNotAllowed(host), null);
    else {
      connect(options, (...made) => {
        if (made[1]) dropInterimResponses(made[1]);
        callback(...made);
      });
    }
  };
}

async function addressesOf(
  name: string,
  livemode: boolean,
  family: number | string | undefined,
): Promise<Address[]> {
  const host = name.toLowerCase().replace(/\.$/, '');
  const found = await resolveHost(host, livemode).catch(() => {
    throw new NameNotResolved(host);
  });
  if (
    !isReachable(
      host,
      found.map(({ address }) => address),
      livemode,
    )
  ) {
    throw new AddressNotAllowed(host);
  }
  const wanted = family === 4 || family === 6 ? found.filter((one) => one.family === family) : found;
  if (wanted.length === 0) throw new NameNotResolved(host);
  return wanted;
}
