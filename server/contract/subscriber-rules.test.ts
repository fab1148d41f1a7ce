import { expect, test } from 'vitest';
import { subscriberStatuses } from './enums.ts';
import { isTerminated } from './subscriber-rules.ts';

test('a suspended subscriber is not terminated', () => {
  expect(subscriberStatuses.filter((status) => isTerminated({ status }))).toEqual(['terminated']);
});
