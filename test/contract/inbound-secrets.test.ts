import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { roles } from '../../server/contract/roles.ts';
import { getInboundEvent } from '../../server/domain/inbound-event/read.ts';
import { transaction } from '../../server/work/transaction.ts';
import { useApi } from './api.ts';
import { externalSystem, splynx } from './external-system.ts';
import { asForm, CUSTOMER, connectedSplynx, MODELS, splynxEvent } from './splynx-webhook.ts';

const api = useApi();

type Ids = { id: string; inboundId: string };

const seenBy = (role: (typeof roles)[number], providerId: string, ids: Ids) => {
  const caller = { type: 'staff', id: 'usr_1', name: 'Ada', email: 'ada@acme.example', role } as const;
  return transaction({ providerId, caller, correlationId: randomUUID() }, (scope) =>
    getInboundEvent(scope, ids),
  );
};

test('owner and admin see a password in a payload, other roles see it masked', async () => {
  const { partner, integration, send } = await externalSystem(api, { adapter: 'splynx' });
  const sent = JSON.stringify(splynx('internet_service/create', { password: 'k7w2-m4qz-9x1p' }));
  const { id: inboundId } = await send(sent);
  for (const role of roles) {
    const { body } = await seenBy(role, partner.providerId, { id: integration.id, inboundId });
    if (['owner', 'admin'].includes(role)) expect(body).toBe(sent);
    else {
      expect(body).not.toContain('k7w2');
      expect(JSON.parse(body).data.attributes).toEqual({
        ...JSON.parse(sent).data.attributes,
        password: '••••9x1p',
      });
    }
  }
});

test('a form is masked as JSON is, and its hash is shown as no event id', async () => {
  const { partner, integration, hook, inbound } = await connectedSplynx(api);
  const sent = asForm(splynxEvent(MODELS.customer, 'edit', { ...CUSTOMER, password: 'k7w2-m4qz-9x1p' }));
  expect((await hook(sent)).status).toBe(200);
  const ids = { id: integration.id, inboundId: (await inbound())[0].id };
  for (const role of roles) {
    const { body, externalEventId } = await seenBy(role, partner.providerId, ids);
    expect(externalEventId).toBeNull();
    if (['owner', 'admin'].includes(role)) expect(body).toBe(sent);
    else
      expect(JSON.parse(body).data.attributes).toMatchObject({ name: CUSTOMER.name, password: '••••9x1p' });
  }
});

test('a role that sees no passwords gets the beginning of a long body, masked', async () => {
  const { partner, integration, send } = await externalSystem(api, { adapter: 'splynx' });
  const attributes = { password: 'k7w2-m4qz-9x1p', note: `https://a.example/?${'a=1&'.repeat(200_000)}` };
  const sent = JSON.stringify(splynx('internet_service/create', attributes));
  const { id: inboundId } = await send(sent);
  const ids = { id: integration.id, inboundId };
  expect((await seenBy('owner', partner.providerId, ids)).body).toBe(sent);
  const { body } = await seenBy('viewer', partner.providerId, ids);
  expect(body).not.toContain('k7w2');
  expect(body.length).toBeLessThan(80_000);
});
