import { expect, test } from 'vitest';
import { ended } from '../../../contract/subscription-rules.ts';
import { subscriptionMachine } from './machine.ts';

test('the statuses in which a subscription has ended are those that no move leaves', () => {
  expect(subscriptionMachine.terminal).toEqual(ended);
});
