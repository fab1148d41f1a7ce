import type { ShippedTexts } from '../shipped-texts.ts';

const paid = 'Si vous avez déjà payé ces derniers jours, merci. Vous n’avez rien d’autre à faire.';

/** An SMS has no letter that GSM-7 lacks, such as ê, ç or a typographic apostrophe: it would double the parts. */
export const french: ShippedTexts = {
  INVOICE: {
    subject:
      'Votre facture {{ invoiceNumber }} : {{ amount }}, {% if fromCredit %}réglée par votre crédit{% else %}à payer le {{ dueDate }}{% endif %}',
    email: `Bonjour {{ firstName }},

La facture {{ invoiceNumber }} de {{ amount }} est {% if fromCredit %}réglée par votre crédit{% else %}à payer au plus tard le {{ dueDate }}{% endif %}. Vous la trouverez en PDF ci-joint.`,
    sms: '{{ providerName }}: facture {{ invoiceNumber }} de {{ amount }}, {% if fromCredit %}payée par votre crédit{% else %}à payer le {{ dueDate }}{% endif %}. Compte {{ accountNumber }}. {{ pageLink }}',
  },
  REMINDER: {
    subject: 'Rappel : {{ amount }} à payer le {{ dueDate }}',
    email: `Bonjour {{ firstName }},

{{ amount }} pour {{ service }} sont à payer au plus tard le {{ dueDate }}. Payez avant cette date et votre service continue sans coupure.

${paid}`,
    sms: '{{ providerName }}: {{ amount }} pour {{ service }} à payer le {{ dueDate }}. Compte {{ accountNumber }}. {{ pageLink }}',
  },
  OVERDUE: {
    subject: 'Paiement en retard : merci de payer {{ amount }} avant le {{ lastDay }}',
    email: `Bonjour {{ firstName }},

Votre paiement pour le renouvellement de {{ service }}, attendu le {{ dueDate }}, n’est pas arrivé. Votre service reste actif jusqu’au {{ lastDay }} et s’arrête alors sans paiement.

${paid}`,
    sms: '{{ providerName }}: {{ amount }} attendus le {{ dueDate }}. Payez avant le {{ lastDay }} pour garder le service. Compte {{ accountNumber }}. {{ pageLink }}',
  },
  LAST_WARNING: {
    subject: 'Dernier rappel : votre service s’arrête le {{ lastDay }}',
    email: `Bonjour {{ firstName }},

{{ amount }} pour {{ service }} étaient à payer le {{ dueDate }} et ne sont pas arrivés. Votre service s’arrête le {{ lastDay }} sans paiement avant cette date.

${paid}`,
    sms: '{{ providerName }}: sans paiement de {{ amount }}, le service se termine le {{ lastDay }}. Compte {{ accountNumber }}. {{ pageLink }}',
  },
  SUSPENSION: {
    subject: 'Votre service internet est suspendu',
    email: `Bonjour {{ firstName }},

Votre paiement n’est pas arrivé à temps : {{ service }} est suspendu depuis le {{ suspendedOn }}. La facture ouverte est annulée. Vous ne devez rien pour la période sans service.

Vous pouvez reprendre votre service à tout moment. Payez une nouvelle période et il revient aussitôt, avec le même équipement et les mêmes réglages.`,
    sms: '{{ providerName }}: {{ service }} est suspendu depuis le {{ suspendedOn }}. Payez une nouvelle période pour le reprendre. Compte {{ accountNumber }}. {{ pageLink }}',
  },
  RESTORED: {
    subject: 'Votre service internet est rétabli',
    email: `Bonjour {{ firstName }},

{{ service }} est rétabli depuis le {{ restoredOn }}. Merci.`,
    sms: '{{ providerName }}: {{ service }} est de nouveau actif. Merci.',
  },
  RECEIPT: {
    subject: 'Reçu de votre paiement de {{ amount }}',
    email: `Bonjour {{ firstName }},

Nous avons reçu votre paiement de {{ amount }}{% if invoiceNumber %} pour la facture {{ invoiceNumber }}{% elsif service %} pour {{ service }}{% endif %}.{% if refundDue %} Ce montant n’était plus dû et sera remboursé. Vous n’avez rien à faire.{% else %} Merci.{% endif %}`,
    sms: '{{ providerName }}: paiement de {{ amount }} bien arrivé, référence {{ reference }}.{% if refundDue %} Il sera remboursé.{% else %} Merci.{% endif %}',
  },
  REFUND: {
    subject: 'Votre remboursement de {{ amount }}',
    email: `Bonjour {{ firstName }},

Nous avons remboursé {{ amount }} de votre paiement {{ reference }} le {{ refundedOn }}.`,
    sms: '{{ providerName }}: {{ amount }} de votre paiement {{ reference }} sont remboursés.',
  },
  PROMPT: {
    subject: 'Confirmez votre paiement de {{ amount }} sur votre téléphone',
    email: `Bonjour {{ firstName }},

Nous avons envoyé une demande de paiement de {{ amount }} sur votre téléphone. Saisissez-y votre code PIN pour payer.`,
    sms: '{{ providerName }}: saisissez votre code PIN sur votre téléphone pour payer {{ amount }}.',
  },
  CREDIT_NOTE: {
    subject: 'Avoir pour la facture {{ invoiceNumber }}',
    email: `Bonjour {{ firstName }},

La facture {{ invoiceNumber }} de {{ amount }} est annulée : vous ne devez rien à ce titre. Vous trouverez l’avoir en PDF ci-joint.`,
    sms: '{{ providerName }}: la facture {{ invoiceNumber }} de {{ amount }} est annulée. Vous ne devez rien. Compte {{ accountNumber }}.',
  },
  PAGE_LINK: {
    subject: 'Votre page chez {{ providerName }}',
    email: `Bonjour {{ firstName }},

Sur votre page, vous voyez vos services, vos factures et votre solde, et vous pouvez payer. Gardez ce lien pour vous : il suffit pour ouvrir la page.`,
    sms: '{{ providerName }}: vos services, factures et paiements sont ici: {{ pageLink }}',
  },
};
