import { invalid, refuse } from '../errors.ts';
import { subscriber } from '../examples/customers.ts';
import { message } from '../examples/messages.ts';
import {
  invoiceSend,
  messageId,
  messageList,
  messagePage,
  messageSend,
  messageSnapshot,
  pageLinkSend,
  receiptSend,
  refundSend,
} from '../message.ts';
import { portalWrite, rest } from '../operation.ts';

export const messageOperations = {
  list: rest('GET', '/v1/messages', {
    summary: 'List messages',
    description: 'Emails and SMS to subscribers, the newest first, each with what became of it.',
    sdk: 'messages.list',
    permission: 'read',
    input: messageList,
    output: messagePage,
  }),
  get: rest('GET', '/v1/messages/{id}', {
    summary: 'Read a message',
    description: 'One message.',
    sdk: 'messages.retrieve',
    permission: 'read',
    input: messageId,
    output: messageSnapshot,
  }),
  send: rest('POST', '/v1/messages', {
    summary: 'Send a notice to a subscriber',
    description:
      'Queues an email or an SMS with a text of your own. `subject` and `text` may have the variables `{{ firstName }}`, `{{ lastName }}`, `{{ accountNumber }}`, `{{ providerName }}`, `{{ providerPhone }}`, `{{ providerEmail }}` and `{{ pageLink }}`, the link to the page of the customer.',
    sdk: 'messages.send',
    permission: 'emails:write',
    input: messageSend,
    output: messageSnapshot,
    status: 201,
    errors: ['PRECONDITION'],
    refusals: {
      UNKNOWN_VARIABLE: invalid([
        { field: 'text', code: 'INVALID_VALUE', message: '{{ name }} is no variable of this text.' },
      ]),
      PRECONDITION: refuse('PRECONDITION', {
        field: 'channel',
        message: 'The subscriber does not want SMS.',
      }),
    },
    request: {
      subscriberId: subscriber.id,
      channel: 'SMS',
      text: '{{ providerName }}: the mast at Westlands is down. We expect it back by 18:00.',
    },
    answer: message,
  }),
  sendInvoice: portalWrite({ permission: 'emails:write', input: invoiceSend, output: messageSnapshot }),
  sendReceipt: portalWrite({ permission: 'emails:write', input: receiptSend, output: messageSnapshot }),
  sendPageLink: portalWrite({ permission: 'emails:write', input: pageLinkSend, output: messageSnapshot }),
  sendRefund: portalWrite({ permission: 'emails:write', input: refundSend, output: messageSnapshot }),
};
