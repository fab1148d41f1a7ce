import { billingCycleMachine } from '@/server/domain/model/billing-cycle/machine.ts';
import { chargeMachine } from '@/server/domain/model/charge/machine.ts';
import { emailMachine } from '@/server/domain/model/email/machine.ts';
import { inboundEventMachine } from '@/server/domain/model/inbound-event/machine.ts';
import { installationMachine } from '@/server/domain/model/installation/machine.ts';
import { integrationMachine } from '@/server/domain/model/integration/machine.ts';
import { invoiceMachine } from '@/server/domain/model/invoice/machine.ts';
import { jobMachine } from '@/server/domain/model/job/machine.ts';
import { paymentMachine } from '@/server/domain/model/payment/machine.ts';
import { planMachine } from '@/server/domain/model/plan/machine.ts';
import { receiptMachine } from '@/server/domain/model/receipt/machine.ts';
import { subscriberMachine } from '@/server/domain/model/subscriber/machine.ts';
import { subscriptionMachine } from '@/server/domain/model/subscription/machine.ts';
import { webhookMachine } from '@/server/domain/model/webhook/machine.ts';
import type { Machine } from '@/server/state/define-machine.ts';

type Documented = { machine: Machine; about: string };

/** All machines: those of customers first, then those of money, then the others. */
export const documentedMachines: Documented[] = [
  { machine: subscriberMachine, about: 'A customer of the provider.' },
  { machine: subscriptionMachine, about: 'A subscriber on a plan at a demarcation point.' },
  { machine: billingCycleMachine, about: 'One period of service of a subscription.' },
  { machine: invoiceMachine, about: 'What was billed.' },
  { machine: paymentMachine, about: 'Money from a subscriber.' },
  { machine: receiptMachine, about: 'Money that a customer sent without a request.' },
  { machine: chargeMachine, about: 'A one-time charge against a subscriber.' },
  { machine: installationMachine, about: 'The visit that connects a subscriber.' },
  {
    machine: planMachine,
    about: 'A priced internet package. It has no `status`; `disabledAt` and `isActive` show its state.',
  },
  { machine: webhookMachine, about: 'Where events are delivered.' },
  { machine: integrationMachine, about: 'An external system that sends us events.' },
  { machine: inboundEventMachine, about: 'Something that happened in an external system.' },
  {
    machine: jobMachine,
    about: 'Work of staff on many rows, which the portal lists: a bulk action or an import.',
  },
  {
    machine: emailMachine,
    about:
      'An email to a subscriber, as the portal lists it. An email of a sandbox is `HELD` from the start.',
  },
];

/** The moves of a machine, one for each verb. The others of a verb stand beside it. */
export function verbsOf({ moves }: Machine): Machine['moves'] {
  return moves.filter(({ on }, i) => moves.findIndex((each) => each.on === on) === i);
}

/** States that a move leads to or from. No move reaches the other states of the contract. */
export function statesInUse({ moves }: Machine): Set<string> {
  return new Set(moves.flatMap(({ from, to }) => [...[from].flat(), to]));
}
