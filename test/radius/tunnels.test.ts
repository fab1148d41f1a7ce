import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificate } from '../fixtures/certificate.ts';
import { LOCAL_SECRET } from './freeradius.ts';
import { customerOf } from './line.ts';
import { useNetwork } from './network.ts';
import { register } from './router.ts';

// Sign-ins by EAP, as switches and access points pass them on, through Debian's `eapol_test`.

const network = useNetwork();
const OWN_NAS = '127.0.6.1';
const OTHER_NAS = '127.0.6.2';
const methods = { MD5: null, TTLS: 'auth=PAP', PEAP: 'auth=MSCHAPV2' } as const;

let line: Awaited<ReturnType<typeof customerOf>>;
let neighbour: Awaited<ReturnType<typeof customerOf>>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demarc-eap-'));
  const [own, other] = [await network.api.partner(), await network.api.partner()];
  const unread = { port: 3_799, secret: 'not-read-again' };
  await register(own, { ...unread, address: OWN_NAS });
  await register(other, { ...unread, address: OTHER_NAS });
  line = await customerOf(own);
  neighbour = await customerOf(own);
});
afterAll(() => rm(folder, { recursive: true }));

/** Signs in by EAP. @param fields of the supplicant's configuration @returns what the supplicant printed */
async function signIn(method: string, fields: Record<string, string>, nas = OWN_NAS): Promise<string> {
  const file = join(folder, 'network');
  const texts = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
  const isWired = method === 'MD5' || method === 'MSCHAPV2';
  const given = ['ssid="x"', `key_mgmt=${isWired ? 'IEEE8021X' : 'WPA-EAP'}`, `eap=${method}`, ...texts];
  await writeFile(file, `network={\n${given.join('\n')}\n}\n`);
  const server = ['-a', '127.0.0.1', '-p', String(network.radius.ports.auth), '-s', LOCAL_SECRET];
  const args = ['-c', file, ...server, '-A', nas, '-t', '10', ...(isWired ? ['-n'] : [])];
  return new Promise((resolve) => execFile('eapol_test', args, (_, printed) => resolve(printed)));
}

const isAccepted = async (...given: Parameters<typeof signIn>) => /^SUCCESS$/m.test(await signIn(...given));

describe.skipIf(!existsSync('/usr/bin/eapol_test'))('EAP', () => {
  test.each(Object.entries(methods))(
    '%s: the name and the password of a line, at its account',
    async (method, phase2) => {
      const fields = { identity: line.username, ...(phase2 && { phase2 }) };
      expect(await isAccepted(method, { ...fields, password: line.password })).toBe(true);
      expect(await isAccepted(method, { ...fields, password: 'wrong' })).toBe(false);
      expect(await isAccepted(method, { ...fields, password: line.password }, OTHER_NAS)).toBe(false);
    },
  );

  test.each(['TTLS', 'PEAP'] as const)(
    '%s: no other name outside of the tunnel, for which the router would account',
    async (method) => {
      const fields = { identity: line.username, password: line.password, phase2: methods[method] };
      for (const outer of [neighbour.username, 'anonymous', line.username.toUpperCase()])
        expect(await isAccepted(method, { ...fields, anonymous_identity: outer }), outer).toBe(false);
      expect(await isAccepted(method, { ...fields, anonymous_identity: line.username })).toBe(true);
    },
  );

  test.each([
    ['MD5', null],
    ['MSCHAPV2', null],
    ['TTLS', 'auth=PAP'],
    ['TTLS', 'auth=MSCHAPV2'],
    ['TTLS', 'autheap=MD5'],
    ['PEAP', 'auth=MSCHAPV2'],
    ['PEAP', 'auth=GTC'],
  ])(
    '%s %s: the answer has the speed of the line and the interval of its accounting',
    async (method, phase2) => {
      const fields = { identity: line.username, password: line.password, ...(phase2 && { phase2 }) };
      const printed = await signIn(method, fields);
      const accepted = printed.slice(printed.indexOf('code=2 (Access-Accept)'));
      expect(accepted.match(new RegExp(Buffer.from('5M/20M').toString('hex'), 'g'))).toHaveLength(1);
      expect(accepted.match(/Attribute 85 \(Acct-Interim-Interval\).*\n.*Value: 300$/gm)).toHaveLength(1);
    },
  );

  test('no certificate takes the place of a password', async () => {
    const { cert, key } = certificate();
    await Promise.all([writeFile(join(folder, 'cert'), cert), writeFile(join(folder, 'key'), key)]);
    const printed = await signIn('TLS', {
      identity: line.username,
      client_cert: join(folder, 'cert'),
      private_key: join(folder, 'key'),
    });
    expect(printed).toMatch(/^FAILURE$/m);
    expect(printed).not.toMatch(/EAP-TLS/);
  });
});
