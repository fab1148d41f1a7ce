import { expect, test } from 'vitest';
import { webhookStatuses } from './enums.ts';
import { isActiveWebhook } from './webhook-rules.ts';

test('a disabled or deleted webhook is not active', () => {
  const statuses = [...webhookStatuses, 'deleted'] as const;
  expect(statuses.filter((status) => isActiveWebhook({ status }))).toEqual(['ACTIVE']);
});
