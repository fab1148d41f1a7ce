import type { Language } from '../contract/enums.ts';

/** What the layout of an email says beside its text. */
export type Words = {
  invoice: string;
  invoiceNumber: (number: string) => string;
  invoiceOverdue: (number: string) => string;
  service: string;
  amountDue: string;
  amount: string;
  paidFromCredit: string;
  dueDate: string;
  dueOn: (day: string) => string;
  paymentOverdue: string;
  payBy: (day: string) => string;
  serviceOnUntil: string;
  suspended: string;
  suspendedOn: string;
  restored: string;
  restoredOn: string;
  received: string;
  receivedOn: string;
  amountReceived: string;
  reference: string;
  paidUntil: string;
  refund: string;
  refundedOn: string;
  amountRefunded: string;
  prompt: string;
  creditNote: string;
  /** The button that leads to the page of the customer. */
  pageButton: string;
  howToPay: string;
  quote: (number: string) => string;
  howToResume: string;
  resumeHelp: string;
  test: string;
};

export const words: Record<Language, Words> = {
  en: {
    invoice: 'Invoice',
    invoiceNumber: (number) => `Invoice ${number}`,
    invoiceOverdue: (number) => `Invoice ${number} is overdue`,
    service: 'For',
    amountDue: 'Amount due',
    amount: 'Amount',
    paidFromCredit: 'Paid from your credit',
    dueDate: 'Due date',
    dueOn: (day) => `Due on ${day}`,
    paymentOverdue: 'Payment overdue',
    payBy: (day) => `Please pay by ${day}`,
    serviceOnUntil: 'Service on until',
    suspended: 'Service suspended',
    suspendedOn: 'Suspended on',
    restored: 'Service on again',
    restoredOn: 'On again since',
    received: 'Payment received',
    receivedOn: 'Received on',
    amountReceived: 'Amount received',
    reference: 'Reference',
    paidUntil: 'Paid until',
    refund: 'Refund',
    refundedOn: 'Refunded on',
    amountRefunded: 'Amount refunded',
    prompt: 'Payment request',
    creditNote: 'Credit note',
    pageButton: 'Open your account',
    howToPay: 'How to pay',
    quote: (number) => `Please quote ${number} with your payment.`,
    howToResume: 'How to resume your service',
    resumeHelp: 'Reply to this email or call us if you would like to change your plan or need more time.',
    test: 'This is a test email from a sandbox. Please do not pay.',
  },
  sw: {
    invoice: 'Ankara',
    invoiceNumber: (number) => `Ankara ${number}`,
    invoiceOverdue: (number) => `Ankara ${number} imechelewa`,
    service: 'Kwa ajili ya',
    amountDue: 'Kiasi kinachodaiwa',
    amount: 'Kiasi',
    paidFromCredit: 'Imelipwa kwa salio lako',
    dueDate: 'Mwisho wa kulipa',
    dueOn: (day) => `Mwisho wa kulipa ${day}`,
    paymentOverdue: 'Malipo yamechelewa',
    payBy: (day) => `Tafadhali lipa ifikapo ${day}`,
    serviceOnUntil: 'Huduma hadi',
    suspended: 'Huduma imesimamishwa',
    suspendedOn: 'Imesimamishwa',
    restored: 'Huduma imerudi',
    restoredOn: 'Imerudi tangu',
    received: 'Malipo yamepokewa',
    receivedOn: 'Yamepokewa',
    amountReceived: 'Kiasi kilichopokewa',
    reference: 'Kumbukumbu',
    paidUntil: 'Imelipiwa hadi',
    refund: 'Marejesho',
    refundedOn: 'Yamerudishwa',
    amountRefunded: 'Kiasi kilichorudishwa',
    prompt: 'Ombi la malipo',
    creditNote: 'Hati ya kufuta ankara',
    pageButton: 'Fungua akaunti yako',
    howToPay: 'Jinsi ya kulipa',
    quote: (number) => `Tafadhali taja ${number} unapolipa.`,
    howToResume: 'Jinsi ya kurudisha huduma yako',
    resumeHelp: 'Jibu barua pepe hii au tupigie ukitaka kubadilisha kifurushi au unahitaji muda zaidi.',
    test: 'Hii ni barua pepe ya majaribio. Tafadhali usilipe.',
  },
  fr: {
    invoice: 'Facture',
    invoiceNumber: (number) => `Facture ${number}`,
    invoiceOverdue: (number) => `La facture ${number} est en retard`,
    service: 'Pour',
    amountDue: 'Montant dû',
    amount: 'Montant',
    paidFromCredit: 'Réglée par votre crédit',
    dueDate: 'Échéance',
    dueOn: (day) => `À payer le ${day}`,
    paymentOverdue: 'Paiement en retard',
    payBy: (day) => `Merci de payer avant le ${day}`,
    serviceOnUntil: 'Service actif jusqu’au',
    suspended: 'Service suspendu',
    suspendedOn: 'Suspendu le',
    restored: 'Service rétabli',
    restoredOn: 'Rétabli le',
    received: 'Paiement reçu',
    receivedOn: 'Reçu le',
    amountReceived: 'Montant reçu',
    reference: 'Référence',
    paidUntil: 'Payé jusqu’au',
    refund: 'Remboursement',
    refundedOn: 'Remboursé le',
    amountRefunded: 'Montant remboursé',
    prompt: 'Demande de paiement',
    creditNote: 'Avoir',
    pageButton: 'Ouvrir votre compte',
    howToPay: 'Comment payer',
    quote: (number) => `Merci d’indiquer ${number} avec votre paiement.`,
    howToResume: 'Comment reprendre votre service',
    resumeHelp: 'Répondez à cet e-mail ou appelez-nous pour changer de forfait ou demander un délai.',
    test: 'Ceci est un e-mail de test. Merci de ne pas payer.',
  },
};
