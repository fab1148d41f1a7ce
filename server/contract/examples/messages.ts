import type { MessageSnapshot } from '../message.ts';
import { exampleId } from '../primitives.ts';
import { subscriber, timestamps } from './customers.ts';

export const message: MessageSnapshot = {
  id: exampleId('mail'),
  subscriberId: subscriber.id,
  channel: 'SMS',
  kind: 'NOTICE',
  factId: exampleId('messageText'),
  to: subscriber.phone,
  status: 'QUEUED',
  attempts: 0,
  nextAttemptAt: timestamps.createdAt,
  sentAt: null,
  deliveredAt: null,
  parts: null,
  error: null,
  ...timestamps,
};
