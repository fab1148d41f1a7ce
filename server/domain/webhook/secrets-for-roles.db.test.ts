import { expect, test } from 'vitest';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { roles } from '../../contract/roles.ts';
import { webhookCreate, webhookList } from '../../contract/webhook.ts';
import { withoutSecrets } from '../../portal/export.ts';
import type { Caller } from '../../work/scope.ts';
import { createWebhook } from './create.ts';
import { getWebhook, listWebhooks } from './read.ts';

const database = useDatabase();
const now = new Date('2026-01-15T09:30:00.000Z');
const clear = ['Bearer 0123456789abcdef', 'hunter2'];

test.each([
  ...roles.map((role): [string, Caller, string[]] => [
    role,
    { type: 'staff', id: 'usr_1', name: 'Ada', email: 'ada@acme.example', role },
    ['owner', 'admin'].includes(role) ? clear : ['••••cdef', '••••'],
  ]),
  ['a credential', { type: 'credential', id: 'crd_1', name: 'Key' }, clear] as [string, Caller, string[]],
])('%s sees the values of custom headers in clear or masked', async (_, caller, expected) => {
  const provider = await newProvider(database.current);
  const input = webhookCreate.parse({
    url: 'https://example.com/hook',
    events: ['*'],
    headers: [
      { name: 'Authorization', value: clear[0] },
      { name: 'X-Key', value: clear[1] },
    ],
  });
  const { id } = await provider.at(now, (scope) => createWebhook(scope, { ...input, addresses: [] }));
  await provider.at(now, async (scope) => {
    const seen = await getWebhook({ ...scope, caller }, { id });
    expect(seen.headers.map(({ value }) => value)).toEqual(expected);
    const { data } = await listWebhooks({ ...scope, caller }, webhookList.parse({}));
    expect(data).toEqual([seen]);
    expect(withoutSecrets(seen).headers).toEqual(['Authorization', 'X-Key']);
  });
});
