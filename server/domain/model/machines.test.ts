import { expect, test } from 'vitest';
import { type EventType, eventCatalogue } from '../../contract/event-catalogue.ts';
import type { Machine } from '../../state/define-machine.ts';
import { billingCycleMachine } from './billing-cycle/machine.ts';
import { chargeMachine } from './charge/machine.ts';
import { emailMachine } from './email/machine.ts';
import { inboundEventMachine } from './inbound-event/machine.ts';
import { installationMachine } from './installation/machine.ts';
import { integrationMachine } from './integration/machine.ts';
import { invoiceMachine } from './invoice/machine.ts';
import { paymentMachine } from './payment/machine.ts';
import { planMachine } from './plan/machine.ts';
import { receiptMachine } from './receipt/machine.ts';
import { subscriberMachine } from './subscriber/machine.ts';
import { subscriptionMachine } from './subscription/machine.ts';
import { webhookMachine } from './webhook/machine.ts';

const machines: Record<string, Machine> = {
  billingCycleMachine,
  chargeMachine,
  inboundEventMachine,
  installationMachine,
  integrationMachine,
  invoiceMachine,
  emailMachine,
  paymentMachine,
  planMachine,
  receiptMachine,
  subscriberMachine,
  subscriptionMachine,
  webhookMachine,
};

test.each(Object.entries(machines))('the machine of %s is consistent', (_name, machine) => {
  const legal = new Set(machine.states);
  for (const move of machine.moves) {
    for (const from of [move.from].flat()) {
      expect(legal).toContain(from);
      expect(from).not.toBe(move.to);
      expect(machine.moves.filter((m) => m.on === move.on && [m.from].flat().includes(from))).toHaveLength(1);
    }
    expect(legal).toContain(move.to);
    if (move.emits) expect(Object.keys(eventCatalogue)).toContain(move.emits satisfies EventType);
  }
});

test('terminal statuses are those of the contract', () => {
  expect(subscriberMachine.terminal).toEqual(['terminated']);
  expect(paymentMachine.terminal).toEqual(['COMPLETED', 'FAILED', 'EXPIRED']);
  expect(webhookMachine.terminal).toEqual(['deleted']);
  expect(planMachine.terminal).toEqual(['deleted']);
  expect(installationMachine.terminal).toEqual([
    'ACTIVATED',
    'COMPLETED',
    'CANCELLED',
    'ABANDONED',
    'ARCHIVED',
  ]);
  expect(chargeMachine.terminal).toEqual(['WAIVED', 'REFUNDED', 'CANCELLED']);
  expect(invoiceMachine.terminal).toEqual(['PAID', 'VOID']);
  expect(subscriptionMachine.terminal).toContain('CANCELLED');
});
