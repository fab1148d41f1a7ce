import { expect, test } from 'vitest';
import { changeSpeed, disconnectSession } from '../../server/radius/coa.ts';
import { LOCAL_SECRET } from './freeradius.ts';
import { useNetwork } from './network.ts';

const network = useNetwork();

const session = {
  username: 'line-1',
  acctSessionId: '81a00001',
  framedIpAddress: '10.0.0.7',
};
const nas = () => ({ host: '127.0.0.1', port: network.radius.ports.coa, secret: LOCAL_SECRET });

test('FreeRADIUS accepts a CoA-Request with Message-Authenticator and vendor attributes', async () => {
  const answer = await changeSpeed(nas(), session, { downloadSpeedMbps: 20, uploadSpeedMbps: 2.5 });
  expect(answer).toEqual({ outcome: 'ack' });
  const log = network.radius.log();
  expect(log).toContain('Received CoA-Request');
  expect(log).toContain('Message-Authenticator = 0x');
  expect(log).toContain('Mikrotik-Rate-Limit = "2500k/20M"');
  expect(log).toContain('WISPr-Bandwidth-Max-Up = 2500000');
  expect(log).toContain('WISPr-Bandwidth-Max-Down = 20000000');
});

test('FreeRADIUS accepts a Disconnect-Request, and refuses one for an unknown session', async () => {
  expect(await disconnectSession(nas(), session)).toEqual({ outcome: 'ack' });
  const unknown = { ...session, acctSessionId: 'unknown' };
  expect(await disconnectSession(nas(), unknown)).toMatchObject({ outcome: 'nak' });
  expect(network.radius.log()).toContain('Received Disconnect-Request');
});

test('a request signed with another secret gets no answer', async () => {
  const answer = await disconnectSession({ ...nas(), secret: 'another' }, session);
  expect(answer).toEqual({ outcome: 'timeout' });
});
