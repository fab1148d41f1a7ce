import type { ShippedTexts } from '../shipped-texts.ts';

const paid = 'Kama umelipa katika siku chache zilizopita, asante. Huhitaji kufanya lolote zaidi.';

export const swahili: ShippedTexts = {
  INVOICE: {
    subject:
      'Ankara yako {{ invoiceNumber }}: {{ amount }}, {% if fromCredit %}imelipwa kwa salio lako{% else %}mwisho wa kulipa {{ dueDate }}{% endif %}',
    email: `Habari {{ firstName }},

Ankara {{ invoiceNumber }} ya {{ amount }} {% if fromCredit %}imelipwa kwa salio lako{% else %}inapaswa kulipwa ifikapo {{ dueDate }}{% endif %}. Imeambatishwa kama PDF kwa kumbukumbu zako.`,
    sms: '{{ providerName }}: ankara {{ invoiceNumber }} ya {{ amount }} {% if fromCredit %}imelipwa kwa salio lako{% else %}inapaswa kulipwa ifikapo {{ dueDate }}{% endif %}. Akaunti {{ accountNumber }}. {{ pageLink }}',
  },
  REMINDER: {
    subject: 'Kumbusho: {{ amount }} inapaswa kulipwa ifikapo {{ dueDate }}',
    email: `Habari {{ firstName }},

{{ amount }} ya {{ service }} inapaswa kulipwa ifikapo {{ dueDate }}. Lipa kabla ya siku hiyo ili huduma yako iendelee bila kukatika.

${paid}`,
    sms: '{{ providerName }}: {{ amount }} ya {{ service }} inapaswa kulipwa ifikapo {{ dueDate }}. Akaunti {{ accountNumber }}. {{ pageLink }}',
  },
  OVERDUE: {
    subject: 'Malipo yamechelewa: tafadhali lipa {{ amount }} ifikapo {{ lastDay }}',
    email: `Habari {{ firstName }},

Malipo yako ya kuendeleza {{ service }}, yaliyopaswa kufanywa ifikapo {{ dueDate }}, hayajafika. Huduma yako itaendelea hadi {{ lastDay }} na itasimama usipolipa.

${paid}`,
    sms: '{{ providerName }}: {{ amount }} ilipaswa kulipwa ifikapo {{ dueDate }}. Lipa ifikapo {{ lastDay }} ili huduma iendelee. Akaunti {{ accountNumber }}. {{ pageLink }}',
  },
  LAST_WARNING: {
    subject: 'Kumbusho la mwisho: huduma yako itasimama {{ lastDay }}',
    email: `Habari {{ firstName }},

{{ amount }} ya {{ service }} ilipaswa kulipwa ifikapo {{ dueDate }} na haijafika. Huduma yako itasimama {{ lastDay }} usipolipa kabla.

${paid}`,
    sms: '{{ providerName }}: huduma yako itasimama {{ lastDay }} usipolipa {{ amount }}. Akaunti {{ accountNumber }}. {{ pageLink }}',
  },
  SUSPENSION: {
    subject: 'Huduma yako ya intaneti imesimamishwa',
    email: `Habari {{ firstName }},

Malipo yako hayakufika kwa wakati, kwa hiyo {{ service }} ilisimamishwa {{ suspendedOn }}. Ankara iliyokuwa wazi imefutwa. Hudaiwi chochote kwa muda usio na huduma.

Unaweza kurudisha huduma yako wakati wowote. Lipia kipindi kipya na itarudi mara moja, kwa vifaa na mipangilio ile ile.`,
    sms: '{{ providerName }}: {{ service }} imesimamishwa tangu {{ suspendedOn }}. Lipia kipindi kipya ili irudi. Akaunti {{ accountNumber }}. {{ pageLink }}',
  },
  RESTORED: {
    subject: 'Huduma yako ya intaneti imerudi',
    email: `Habari {{ firstName }},

{{ service }} imerudi tangu {{ restoredOn }}. Asante.`,
    sms: '{{ providerName }}: {{ service }} imerudi. Asante.',
  },
  RECEIPT: {
    subject: 'Risiti ya malipo yako ya {{ amount }}',
    email: `Habari {{ firstName }},

Tumepokea malipo yako ya {{ amount }}{% if invoiceNumber %} kwa ankara {{ invoiceNumber }}{% elsif service %} kwa {{ service }}{% endif %}.{% if refundDue %} Kiasi hiki hakikuwa kinadaiwa tena na kitarudishwa. Huhitaji kufanya lolote.{% else %} Asante.{% endif %}`,
    sms: '{{ providerName }}: tumepokea {{ amount }}, kumbukumbu {{ reference }}.{% if refundDue %} Hakikuwa kinadaiwa tena na kitarudishwa.{% else %} Asante.{% endif %}',
  },
  REFUND: {
    subject: 'Marejesho yako ya {{ amount }}',
    email: `Habari {{ firstName }},

Tumerudisha {{ amount }} ya malipo yako {{ reference }} tarehe {{ refundedOn }}.`,
    sms: '{{ providerName }}: {{ amount }} ya malipo yako {{ reference }} imerudishwa.',
  },
  PROMPT: {
    subject: 'Thibitisha malipo yako ya {{ amount }} kwenye simu yako',
    email: `Habari {{ firstName }},

Tumetuma ombi la malipo ya {{ amount }} kwenye simu yako. Weka PIN yako hapo ili ulipe.`,
    sms: '{{ providerName }}: weka PIN yako kwenye ombi lililo kwenye simu yako ili ulipe {{ amount }}.',
  },
  CREDIT_NOTE: {
    subject: 'Hati ya kufuta ankara {{ invoiceNumber }}',
    email: `Habari {{ firstName }},

Ankara {{ invoiceNumber }} ya {{ amount }} imefutwa, na hudaiwi chochote kwa ankara hiyo. Hati ya kufuta ankara imeambatishwa kama PDF kwa kumbukumbu zako.`,
    sms: '{{ providerName }}: ankara {{ invoiceNumber }} ya {{ amount }} imefutwa. Hudaiwi chochote kwa ankara hiyo. Akaunti {{ accountNumber }}.',
  },
  PAGE_LINK: {
    subject: 'Ukurasa wako wa {{ providerName }}',
    email: `Habari {{ firstName }},

Kwenye ukurasa wako unaona huduma zako, ankara na salio, na unaweza kulipa. Usimpe mtu mwingine kiungo hiki: yeyote aliye nacho anaweza kufungua ukurasa.`,
    sms: '{{ providerName }}: huduma zako, ankara na malipo viko hapa: {{ pageLink }}',
  },
};
