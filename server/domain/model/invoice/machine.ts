import { openInvoiceStatuses } from '../../../contract/invoice-rules.ts';
import { defineMachine } from '../../../state/define-machine.ts';

export const invoiceMachine = defineMachine('invoice', {
  states: ['OPEN', 'PAID', 'VOID'],
  moves: [
    {
      on: 'pay',
      from: openInvoiceStatuses,
      to: 'PAID',
      source: 'demarc',
      when: 'Its total is received, or is 0.',
    },
    {
      on: 'void',
      from: openInvoiceStatuses,
      to: 'VOID',
      source: 'demarc',
      when: 'Its debt no longer exists.',
    },
  ],
});
