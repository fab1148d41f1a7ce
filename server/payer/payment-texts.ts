import type { Language } from '../contract/enums.ts';
import { type PromptResult, promptResults } from '../contract/texts/prompt-outcome.ts';
import type { Visit } from '../domain/payment/checkout.ts';

/** What the page of a payment says: the state of the payment, or where the payer comes from. */
export type PaymentState = Exclude<Visit['state'], 'ready'> | 'thanks' | 'cancelled' | 'unconfirmed';

/** The texts of the page of a payment, in one language. Those that the page of a customer has too are in `customer-texts.ts`. */
export type PaymentTexts = {
  states: Record<Exclude<PaymentState, 'prompted'>, { title: string; text: string }>;
  /** `end`: the last digits of the phone that has the prompt. */
  prompted: { title: string; text: (end: string) => string };
  notCharged: string;
  promptResults: Record<PromptResult, string>;
  /** The text of M-Pesa, which is in English. */
  mpesaSays: (text: string) => string;
  onAccount: string;
  for: string;
  reference: string;
  amount: string;
  payNow: string;
  tryAgain: string;
  back: string;
  paybill: { title: string; text: string; label: string };
  till: { title: string; text: string; label: string };
};

/** What the payer has to do after the payment. */
const nothingElse = {
  en: 'You do not need to do anything else.',
  sw: 'Huhitaji kufanya lolote zaidi.',
  fr: 'Vous n’avez rien d’autre à faire.',
};

export const paymentTexts: Record<Language, PaymentTexts> = {
  en: {
    states: {
      choose: { title: 'How do you want to pay?', text: 'Choose one way. The payment is confirmed here.' },
      paid: { title: 'This is paid', text: `We have received your payment. ${nothingElse.en}` },
      thanks: { title: 'Thank you, we have received your payment', text: nothingElse.en },
      unconfirmed: {
        title: 'Thank you',
        text: 'We are waiting for the payment to be confirmed. This page updates automatically.',
      },
      processing: {
        title: 'Your payment is being processed',
        text: 'Your bank has not confirmed it yet. You do not need to do anything else.',
      },
      cancelled: {
        title: 'You were not charged',
        text: 'You left before you paid. The link works until it is paid or expires.',
      },
      failed: {
        title: 'The payment failed',
        text: 'You were not charged. Please request a new link, or pay in another way.',
      },
      expired: {
        title: 'This link is no longer valid',
        text: 'It has expired, or another payment replaced it. If you still have something to pay, request a new link.',
      },
      late: {
        title: 'Your payment came late',
        text: 'It arrived after this link had expired. Your provider has the money, and returns it or keeps it as credit for you.',
      },
      refused: {
        title: 'This cannot be paid online',
        text: 'The payment service does not accept this payment. Please pay in another way.',
      },
      down: {
        title: 'The payment service is not responding',
        text: 'You were not charged. Please try again in a moment, with the same link.',
      },
    },
    prompted: {
      title: 'Check your phone',
      text: (end) =>
        `Enter the M-Pesa PIN in the prompt on the phone that ends in ${end}. This page updates automatically.`,
    },
    notCharged: 'You were not charged.',
    promptResults,
    mpesaSays: (text) => `M-Pesa says: ${text}`,
    onAccount: 'Payment on account',
    for: 'For',
    reference: 'Reference',
    amount: 'Amount',
    payNow: 'Pay now',
    tryAgain: 'Try again',
    back: 'Back',
    paybill: {
      title: 'Or pay to the paybill',
      text: 'In M-Pesa, choose Pay Bill and enter:',
      label: 'Paybill',
    },
    till: { title: 'Or pay to the till', text: 'In M-Pesa, choose Buy Goods and enter:', label: 'Till' },
  },
  sw: {
    states: {
      choose: { title: 'Ungependa kulipa vipi?', text: 'Chagua njia moja. Malipo yatathibitishwa hapa.' },
      paid: { title: 'Imeshalipwa', text: `Tumepokea malipo yako. ${nothingElse.sw}` },
      thanks: { title: 'Asante, tumepokea malipo yako', text: nothingElse.sw },
      unconfirmed: {
        title: 'Asante',
        text: 'Tunasubiri malipo yathibitishwe. Ukurasa huu hujisasisha wenyewe.',
      },
      processing: {
        title: 'Malipo yako yanashughulikiwa',
        text: 'Benki yako bado haijayathibitisha. Huhitaji kufanya lolote zaidi.',
      },
      cancelled: {
        title: 'Hujatozwa pesa',
        text: 'Uliondoka kabla ya kulipa. Kiungo hiki kitatumika hadi ulipe au muda wake uishe.',
      },
      failed: {
        title: 'Malipo hayakufanikiwa',
        text: 'Hujatozwa pesa. Tafadhali omba kiungo kipya, au lipa kwa njia nyingine.',
      },
      expired: {
        title: 'Kiungo hiki hakitumiki tena',
        text: 'Muda wake umeisha, au malipo mengine yamechukua nafasi yake. Kama bado una deni, omba kiungo kipya.',
      },
      late: {
        title: 'Malipo yako yamechelewa kufika',
        text: 'Yalifika baada ya muda wa kiungo hiki kuisha. Mtoa huduma wako anazo pesa hizo, na atazirudisha au kuziweka kama salio lako.',
      },
      refused: {
        title: 'Hii haiwezi kulipwa mtandaoni',
        text: 'Huduma ya malipo haikubali malipo haya. Tafadhali lipa kwa njia nyingine.',
      },
      down: {
        title: 'Huduma ya malipo haijibu',
        text: 'Hujatozwa pesa. Tafadhali jaribu tena baada ya muda mfupi, kwa kiungo hiki hiki.',
      },
    },
    prompted: {
      title: 'Angalia simu yako',
      text: (end) =>
        `Weka PIN ya M-Pesa kwenye ombi lililo kwenye simu inayoishia na ${end}. Ukurasa huu hujisasisha wenyewe.`,
    },
    notCharged: 'Hujatozwa pesa.',
    promptResults: {
      '1': 'Salio la M-Pesa halikutosha.',
      '1001': 'Simu ilikuwa na muamala mwingine wa M-Pesa unaoendelea.',
      '1019': 'Muda wa ombi uliisha kabla ya PIN kuwekwa.',
      '1032': 'Ombi lilighairiwa kwenye simu.',
      '1037': 'Simu haikupatikana, au PIN haikuwekwa kwa wakati.',
      '2001': 'PIN haikuwa sahihi.',
    },
    mpesaSays: (text) => `M-Pesa inasema: ${text}`,
    onAccount: 'Malipo kwenye akaunti',
    for: 'Kwa ajili ya',
    reference: 'Kumbukumbu',
    amount: 'Kiasi',
    payNow: 'Lipa sasa',
    tryAgain: 'Jaribu tena',
    back: 'Rudi',
    paybill: {
      title: 'Au lipa kwa paybill',
      text: 'Kwenye M-Pesa, chagua Pay Bill kisha weka:',
      label: 'Paybill',
    },
    till: { title: 'Au lipa kwa till', text: 'Kwenye M-Pesa, chagua Buy Goods kisha weka:', label: 'Till' },
  },
  fr: {
    states: {
      choose: {
        title: 'Comment voulez-vous payer ?',
        text: 'Choisissez un moyen. Le paiement est confirmé ici.',
      },
      paid: { title: 'C’est payé', text: `Nous avons reçu votre paiement. ${nothingElse.fr}` },
      thanks: { title: 'Merci, nous avons reçu votre paiement', text: nothingElse.fr },
      unconfirmed: {
        title: 'Merci',
        text: 'Nous attendons la confirmation du paiement. Cette page s’actualise toute seule.',
      },
      processing: {
        title: 'Votre paiement est en cours',
        text: 'Votre banque ne l’a pas encore confirmé. Vous n’avez rien d’autre à faire.',
      },
      cancelled: {
        title: 'Vous n’avez pas été débité',
        text: 'Vous êtes parti avant d’avoir payé. Le lien fonctionne jusqu’au paiement ou jusqu’à son expiration.',
      },
      failed: {
        title: 'Le paiement a échoué',
        text: 'Vous n’avez pas été débité. Demandez un nouveau lien, ou payez autrement.',
      },
      expired: {
        title: 'Ce lien n’est plus valable',
        text: 'Il a expiré, ou un autre paiement l’a remplacé. S’il vous reste quelque chose à payer, demandez un nouveau lien.',
      },
      late: {
        title: 'Votre paiement est arrivé trop tard',
        text: 'Il est arrivé après l’expiration de ce lien. Votre fournisseur a l’argent : il vous le rend ou le garde comme crédit pour vous.',
      },
      refused: {
        title: 'Ceci ne peut pas être payé en ligne',
        text: 'Le service de paiement n’accepte pas ce paiement. Merci de payer autrement.',
      },
      down: {
        title: 'Le service de paiement ne répond pas',
        text: 'Vous n’avez pas été débité. Réessayez dans un instant, avec le même lien.',
      },
    },
    prompted: {
      title: 'Consultez votre téléphone',
      text: (end) =>
        `Saisissez le code PIN M-Pesa dans la demande reçue sur le téléphone qui se termine par ${end}. Cette page s’actualise toute seule.`,
    },
    notCharged: 'Vous n’avez pas été débité.',
    promptResults: {
      '1': 'Le solde M-Pesa était insuffisant.',
      '1001': 'Une autre opération M-Pesa était en cours sur le téléphone.',
      '1019': 'La demande a expiré avant la saisie du code PIN.',
      '1032': 'La demande a été annulée sur le téléphone.',
      '1037': 'Le téléphone n’était pas joignable, ou le code PIN n’a pas été saisi à temps.',
      '2001': 'Le code PIN était incorrect.',
    },
    mpesaSays: (text) => `M-Pesa indique : ${text}`,
    onAccount: 'Paiement sur le compte',
    for: 'Pour',
    reference: 'Référence',
    amount: 'Montant',
    payNow: 'Payer maintenant',
    tryAgain: 'Réessayer',
    back: 'Retour',
    paybill: {
      title: 'Ou payez au paybill',
      text: 'Dans M-Pesa, choisissez Pay Bill et saisissez :',
      label: 'Paybill',
    },
    till: {
      title: 'Ou payez au till',
      text: 'Dans M-Pesa, choisissez Buy Goods et saisissez :',
      label: 'Till',
    },
  },
};
