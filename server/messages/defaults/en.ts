import type { ShippedTexts } from '../shipped-texts.ts';

const paid = 'If you have already paid in the last few days, thank you. You do not need to do anything else.';

export const english: ShippedTexts = {
  INVOICE: {
    subject:
      'Your invoice {{ invoiceNumber }}: {{ amount }}, {% if fromCredit %}paid from your credit{% else %}due {{ dueDate }}{% endif %}',
    email: `Hello {{ firstName }},

Invoice {{ invoiceNumber }} for {{ amount }} is {% if fromCredit %}paid{% else %}due on {{ dueDate }}{% endif %}. It is attached as a PDF for your records.`,
    sms: '{{ providerName }}: invoice {{ invoiceNumber }} for {{ amount }} is {% if fromCredit %}paid from your credit{% else %}due on {{ dueDate }}{% endif %}. Account {{ accountNumber }}. {{ pageLink }}',
  },
  REMINDER: {
    subject: 'Reminder: {{ amount }} is due on {{ dueDate }}',
    email: `Hello {{ firstName }},

{{ amount }} for {{ service }} is due on {{ dueDate }}. Pay by then and your service continues without a break.

${paid}`,
    sms: '{{ providerName }}: {{ amount }} for {{ service }} is due on {{ dueDate }}. Account {{ accountNumber }}. {{ pageLink }}',
  },
  OVERDUE: {
    subject: 'Payment overdue: please pay {{ amount }} by {{ lastDay }}',
    email: `Hello {{ firstName }},

Your payment for the renewal of {{ service }}, due on {{ dueDate }}, has not arrived. Your service stays on until {{ lastDay }} and ends then unless you pay.

${paid}`,
    sms: '{{ providerName }}: {{ amount }} was due on {{ dueDate }}. Pay by {{ lastDay }} to keep your service. Account {{ accountNumber }}. {{ pageLink }}',
  },
  LAST_WARNING: {
    subject: 'Last reminder: your service ends on {{ lastDay }}',
    email: `Hello {{ firstName }},

{{ amount }} for {{ service }} was due on {{ dueDate }} and has not arrived. Your service ends on {{ lastDay }} unless you pay before.

${paid}`,
    sms: '{{ providerName }}: your service ends on {{ lastDay }} unless you pay {{ amount }}. Account {{ accountNumber }}. {{ pageLink }}',
  },
  SUSPENSION: {
    subject: 'Your internet service is suspended',
    email: `Hello {{ firstName }},

Your payment did not arrive in time, so {{ service }} was suspended on {{ suspendedOn }}. The open invoice is cancelled. You owe nothing for the time without service.

You can resume your service at any time. Pay for a new period and it is on again at once, with the same equipment and settings.`,
    sms: '{{ providerName }}: {{ service }} is suspended since {{ suspendedOn }}. Pay for a new period to resume it. Account {{ accountNumber }}. {{ pageLink }}',
  },
  RESTORED: {
    subject: 'Your internet service is on again',
    email: `Hello {{ firstName }},

{{ service }} is on again since {{ restoredOn }}. Thank you.`,
    sms: '{{ providerName }}: {{ service }} is on again. Thank you.',
  },
  RECEIPT: {
    subject: 'Receipt for your payment of {{ amount }}',
    email: `Hello {{ firstName }},

We have received your payment of {{ amount }}{% if invoiceNumber %} for invoice {{ invoiceNumber }}{% elsif service %} for {{ service }}{% endif %}.{% if refundDue %} The amount was no longer due and is to be refunded. You do not need to do anything.{% else %} Thank you.{% endif %}`,
    sms: '{{ providerName }}: we have received {{ amount }}, reference {{ reference }}.{% if refundDue %} It was no longer due and is to be refunded.{% else %} Thank you.{% endif %}',
  },
  REFUND: {
    subject: 'Your refund of {{ amount }}',
    email: `Hello {{ firstName }},

We have refunded {{ amount }} of your payment {{ reference }} on {{ refundedOn }}.`,
    sms: '{{ providerName }}: {{ amount }} of your payment {{ reference }} is refunded.',
  },
  PROMPT: {
    subject: 'Confirm your payment of {{ amount }} on your phone',
    email: `Hello {{ firstName }},

We have sent a prompt for {{ amount }} to your phone. Enter your PIN there to pay.`,
    sms: '{{ providerName }}: enter your PIN in the prompt on your phone to pay {{ amount }}.',
  },
  CREDIT_NOTE: {
    subject: 'Credit note for invoice {{ invoiceNumber }}',
    email: `Hello {{ firstName }},

Invoice {{ invoiceNumber }} for {{ amount }} is cancelled, and you owe nothing on it. The credit note is attached as a PDF for your records.`,
    sms: '{{ providerName }}: invoice {{ invoiceNumber }} for {{ amount }} is cancelled. You owe nothing on it. Account {{ accountNumber }}.',
  },
  PAGE_LINK: {
    subject: 'Your page at {{ providerName }}',
    email: `Hello {{ firstName }},

On your page you see your services, invoices and balance, and you can pay. Keep the link to yourself: anyone with it can open the page.`,
    sms: '{{ providerName }}: your services, invoices and payments are here: {{ pageLink }}',
  },
};
