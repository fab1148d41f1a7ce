import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { roles } from '../../server/contract/roles.ts';
import { transaction } from '../../server/db/transaction.ts';
import { getInboundEvent } from '../../server/domain/inbound-event/read.ts';
import { useApi } from './api.ts';
import { externalSystem, splynx } from './external-system.ts';

const api = useApi();

test('owner and admin see a password in a payload, other roles see it masked', async () => {
  const { partner, integration, send } = await externalSystem(api, { adapter: 'splynx' });
  const sent = JSON.stringify(splynx('internet_service/create', { password: 'k7w2-m4qz-9x1p' }));
  const { id: inboundId } = await send(sent);
  const seenBy = (role: (typeof roles)[number]) =>
    transaction(
      {
        providerId: partner.providerId,
        caller: { type: 'staff', id: 'usr_1', name: 'Ada', role },
        correlationId: randomUUID(),
      },
      (scope) => getInboundEvent(scope, { id: integration.id, inboundId }),
    );
  for (const role of roles) {
    const { body } = await seenBy(role);
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
