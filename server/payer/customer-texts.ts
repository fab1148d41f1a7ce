import type { GatewayName, Language } from '../contract/enums.ts';

/** The texts of a customer's page, in one language. */
export type CustomerTexts = {
  title: string;
  greeting: (name: string) => string;
  accountNumber: string;
  owed: string;
  nothingOwed: string;
  credit: string;
  onItsWay: string;
  /** The title of an outage that the provider has announced. */
  outage: (since: string) => string;
  onHold: string;
  closed: string;
  sandbox: string;
  services: string;
  moreServices: (count: string) => string;
  /** The state of a service; `at` is empty without an instant. */
  states: Record<
    'waiting' | 'stopped' | 'ended' | 'paid' | 'overdue' | 'ending' | 'upgrading',
    (at: string) => string
  >;
  speed: (down: string, up: string) => string;
  used: (octets: string) => string;
  usedOf: (octets: string, cap: string) => string;
  throttled: string;
  pay: string;
  choose: string;
  startsService: string;
  due: (at: string) => string;
  dueSince: (at: string) => string;
  invoice: (number: string) => string;
  rails: Record<GatewayName, string>;
  phone: string;
  phoneHint: (end: string) => string;
  paybill: string;
  till: string;
  howToPay: string;
  otherAmount: string;
  amountIn: (currency: string) => string;
  otherAmountHint: string;
  invoices: string;
  noInvoices: string;
  statuses: Record<'OPEN' | 'PAID' | 'VOID', string>;
  older: string;
  contact: string;
  language: string;
  back: string;
  tooManyRequests: { title: string; text: string };
  notFound: { title: string; text: string };
  broken: { title: string; text: string };
  refused: {
    title: string;
    phone: string;
    amount: string;
    processing: string;
    tooMany: string;
    unavailable: string;
  };
};

export const customerTexts: Record<Language, CustomerTexts> = {
  en: {
    title: 'Your account',
    greeting: (name) => `Hello ${name}`,
    accountNumber: 'Account number',
    owed: 'To pay',
    nothingOwed: 'Nothing to pay',
    credit: 'Credit',
    onItsWay: 'Payment on its way',
    outage: (since) => `Service disruption, announced on ${since}`,
    onHold: 'Your access is on hold. Please contact us.',
    closed: 'This account is closed.',
    sandbox: 'This is a test account. Please do not pay.',
    services: 'Services',
    moreServices: (count) => `and ${count} more`,
    states: {
      waiting: () => 'Starts with the first payment',
      stopped: () => 'Out of service',
      ended: () => 'Ended',
      paid: (at) => (at ? `In service, paid until ${at}` : 'In service'),
      overdue: (at) => `In service. The payment is overdue: service stops on ${at}`,
      ending: (at) => `In service until ${at}, then it ends`,
      upgrading: (at) => `In service. The upgrade waits for its payment until ${at}`,
    },
    speed: (down, up) => `${down} download, ${up} upload`,
    used: (octets) => `${octets} used in this period`,
    usedOf: (octets, cap) => `${octets} of ${cap} used in this period`,
    throttled: 'The data of this period is used up. The speed is reduced until the next period.',
    pay: 'Pay',
    choose: 'What do you want to pay?',
    startsService: 'starts the service',
    due: (at) => `due on ${at}`,
    dueSince: (at) => `due since ${at}`,
    invoice: (number) => `invoice ${number}`,
    rails: { stripe: 'Pay by card', paystack: 'Pay with Paystack', mpesa: 'Pay with M-Pesa' },
    phone: 'M-Pesa number',
    phoneHint: (end) => `You get a prompt on this phone. Leave it empty for the number that ends in ${end}.`,
    paybill: 'M-Pesa paybill',
    till: 'M-Pesa till',
    howToPay: 'How to pay',
    otherAmount: 'Pay another amount',
    amountIn: (currency) => `Amount in ${currency}`,
    otherAmountHint: 'It pays what is due first. The rest is your credit.',
    invoices: 'Invoices',
    noInvoices: 'No invoices yet',
    statuses: { OPEN: 'To pay', PAID: 'Paid', VOID: 'Cancelled' },
    older: 'Older invoices',
    contact: 'Contact',
    language: 'Language',
    back: 'Back to your account',
    tooManyRequests: { title: 'Too many requests', text: 'Please try again in a moment.' },
    notFound: {
      title: 'This link is not valid',
      text: 'Check that you copied the whole link, or request a new one from your provider.',
    },
    broken: {
      title: 'Something went wrong on our side',
      text: 'You were not charged. Please try again in a moment.',
    },
    refused: {
      title: 'This did not work',
      phone: 'Enter a mobile number of Kenya for M-Pesa.',
      amount: 'Enter an amount above 0.',
      processing: 'A payment for this is being processed, or it is paid already.',
      tooMany: 'You have tried too often. Please try again in an hour.',
      unavailable: 'This way to pay is not available for this amount.',
    },
  },
  sw: {
    title: 'Akaunti yako',
    greeting: (name) => `Habari ${name}`,
    accountNumber: 'Nambari ya akaunti',
    owed: 'Kiasi cha kulipa',
    nothingOwed: 'Huna deni',
    credit: 'Salio',
    onItsWay: 'Malipo yanashughulikiwa',
    outage: (since) => `Hitilafu ya huduma, iliyotangazwa ${since}`,
    onHold: 'Huduma yako imesimamishwa. Tafadhali wasiliana nasi.',
    closed: 'Akaunti hii imefungwa.',
    sandbox: 'Hii ni akaunti ya majaribio. Tafadhali usilipe.',
    services: 'Huduma',
    moreServices: (count) => `na nyingine ${count}`,
    states: {
      waiting: () => 'Huduma itaanza baada ya malipo ya kwanza',
      stopped: () => 'Huduma imekatwa',
      ended: () => 'Huduma imeisha',
      paid: (at) => (at ? `Huduma inafanya kazi, imelipiwa hadi ${at}` : 'Huduma inafanya kazi'),
      overdue: (at) => `Huduma inafanya kazi. Malipo yamechelewa: huduma itakatwa ${at}`,
      ending: (at) => `Huduma inafanya kazi hadi ${at}, kisha itaisha`,
      upgrading: (at) => `Huduma inafanya kazi. Lipia kifurushi kipya kabla ya ${at}`,
    },
    speed: (down, up) => `Kupakua ${down}, kupakia ${up}`,
    used: (octets) => `${octets} zimetumika katika kipindi hiki`,
    usedOf: (octets, cap) => `${octets} kati ya ${cap} zimetumika katika kipindi hiki`,
    throttled: 'Data ya kipindi hiki imeisha. Kasi imepunguzwa hadi kipindi kijacho.',
    pay: 'Lipa',
    choose: 'Unataka kulipa nini?',
    startsService: 'inaanzisha huduma',
    due: (at) => `lipa kabla ya ${at}`,
    dueSince: (at) => `ilipaswa kulipwa ${at}`,
    invoice: (number) => `ankara ${number}`,
    rails: { stripe: 'Lipa kwa kadi', paystack: 'Lipa kwa Paystack', mpesa: 'Lipa kwa M-Pesa' },
    phone: 'Nambari ya M-Pesa',
    phoneHint: (end) =>
      `Utapokea ombi la malipo kwenye simu hii. Acha wazi ili kutumia nambari inayoishia na ${end}.`,
    paybill: 'Paybill ya M-Pesa',
    till: 'Till ya M-Pesa',
    howToPay: 'Jinsi ya kulipa',
    otherAmount: 'Lipa kiasi kingine',
    amountIn: (currency) => `Kiasi kwa ${currency}`,
    otherAmountHint: 'Kwanza hulipa deni lililopo. Kinachobaki ni salio lako.',
    invoices: 'Ankara',
    noInvoices: 'Bado hakuna ankara',
    statuses: { OPEN: 'Haijalipwa', PAID: 'Imelipwa', VOID: 'Imefutwa' },
    older: 'Ankara za zamani',
    contact: 'Mawasiliano',
    language: 'Lugha',
    back: 'Rudi kwenye akaunti yako',
    tooManyRequests: { title: 'Maombi ni mengi mno', text: 'Tafadhali jaribu tena baada ya muda mfupi.' },
    notFound: {
      title: 'Kiungo hiki si sahihi',
      text: 'Hakikisha umenakili kiungo chote, au omba kipya kutoka kwa mtoa huduma wako.',
    },
    broken: {
      title: 'Kuna hitilafu upande wetu',
      text: 'Hujatozwa pesa. Tafadhali jaribu tena baadaye kidogo.',
    },
    refused: {
      title: 'Haikufanikiwa',
      phone: 'Weka nambari ya simu ya Kenya kwa M-Pesa.',
      amount: 'Weka kiasi kinachozidi 0.',
      processing: 'Malipo ya hili yanashughulikiwa, au tayari yamelipwa.',
      tooMany: 'Umejaribu mara nyingi mno. Tafadhali jaribu tena baada ya saa moja.',
      unavailable: 'Njia hii ya malipo haipatikani kwa kiasi hiki.',
    },
  },
  fr: {
    title: 'Votre compte',
    greeting: (name) => `Bonjour ${name}`,
    accountNumber: 'Numéro de compte',
    owed: 'À payer',
    nothingOwed: 'Rien à payer',
    credit: 'Crédit',
    onItsWay: 'Paiement en cours',
    outage: (since) => `Panne du service, annoncée le ${since}`,
    onHold: 'Votre accès est suspendu. Veuillez nous contacter.',
    closed: 'Ce compte est fermé.',
    sandbox: 'Ceci est un compte de test. Merci de ne pas payer.',
    services: 'Services',
    moreServices: (count) => `et ${count} de plus`,
    states: {
      waiting: () => 'Commence avec le premier paiement',
      stopped: () => 'Hors service',
      ended: () => 'Terminé',
      paid: (at) => (at ? `En service, payé jusqu’au ${at}` : 'En service'),
      overdue: (at) => `En service. Le paiement est en retard : le service s’arrête le ${at}`,
      ending: (at) => `En service jusqu’au ${at}, puis il prend fin`,
      upgrading: (at) => `En service. Le changement d’offre attend son paiement jusqu’au ${at}`,
    },
    speed: (down, up) => `${down} en réception, ${up} en émission`,
    used: (octets) => `${octets} utilisés pendant cette période`,
    usedOf: (octets, cap) => `${octets} utilisés sur ${cap} pendant cette période`,
    throttled:
      'Les données de cette période sont épuisées. Le débit est réduit jusqu’à la prochaine période.',
    pay: 'Payer',
    choose: 'Que voulez-vous payer ?',
    startsService: 'met en service',
    due: (at) => `échéance le ${at}`,
    dueSince: (at) => `en retard depuis le ${at}`,
    invoice: (number) => `facture ${number}`,
    rails: { stripe: 'Payer par carte', paystack: 'Payer avec Paystack', mpesa: 'Payer avec M-Pesa' },
    phone: 'Numéro M-Pesa',
    phoneHint: (end) =>
      `Vous recevez une demande sur ce téléphone. Laissez vide pour le numéro qui se termine par ${end}.`,
    paybill: 'Paybill M-Pesa',
    till: 'Till M-Pesa',
    howToPay: 'Comment payer',
    otherAmount: 'Payer un autre montant',
    amountIn: (currency) => `Montant en ${currency}`,
    otherAmountHint: 'Il règle d’abord ce qui est dû. Le reste est votre crédit.',
    invoices: 'Factures',
    noInvoices: 'Aucune facture',
    statuses: { OPEN: 'À payer', PAID: 'Payée', VOID: 'Annulée' },
    older: 'Factures plus anciennes',
    contact: 'Contact',
    language: 'Langue',
    back: 'Retour à votre compte',
    tooManyRequests: { title: 'Trop de demandes', text: 'Veuillez réessayer dans un instant.' },
    notFound: {
      title: 'Ce lien n’est pas valable',
      text: 'Vérifiez que vous avez copié tout le lien, ou demandez-en un nouveau à votre fournisseur.',
    },
    broken: {
      title: 'Une erreur s’est produite de notre côté',
      text: 'Vous n’avez pas été débité. Veuillez réessayer dans un instant.',
    },
    refused: {
      title: 'Cela n’a pas fonctionné',
      phone: 'Indiquez un numéro de mobile du Kenya pour M-Pesa.',
      amount: 'Indiquez un montant supérieur à 0.',
      processing: 'Un paiement est en cours, ou c’est déjà payé.',
      tooMany: 'Trop de tentatives. Veuillez réessayer dans une heure.',
      unavailable: 'Ce moyen de paiement n’est pas disponible pour ce montant.',
    },
  },
};
