import { expect, test } from 'vitest';
import { inboundStatuses } from './enums.ts';
import { isOpenInboundEvent, isRetryableInboundEvent } from './inbound-event-rules.ts';

test('an event is open until it is processed, and only a failed one can be processed again', () => {
  expect(inboundStatuses.filter((status) => isOpenInboundEvent({ status }))).toEqual([
    'QUEUED',
    'PROCESSING',
  ]);
  expect(inboundStatuses.filter((status) => isRetryableInboundEvent({ status }))).toEqual(['FAILED']);
});
