/** What each figure of the home page counts, and of which time. Imports no library, so that pages can import it at no cost. */
export const metricDefinitions = {
  mrr: {
    title: 'MRR',
    period: 'Now',
    meaning:
      'Monthly recurring revenue: the prices of all subscriptions in service, without tax, each as an amount for a month. It is the price of the running cycle, so an override counts and a pending change does not. A month has 30 days, and a cycle of 360 days or more is a year of twelve months.',
  },
  inService: {
    title: 'Subscriptions in service',
    period: 'Now',
    meaning:
      'Subscriptions that are active, in grace, or wait for the payment of an upgrade. Those of subscribers on hold are billed and count too. A subscriber with two subscriptions counts twice.',
  },
  arpu: {
    title: 'ARPU',
    period: 'Now',
    meaning: 'Average revenue per subscription: MRR, divided by the subscriptions in service.',
  },
  churn: {
    title: 'Churn',
    period: 'This month',
    meaning:
      'Lost subscriptions as a share of those in service at the start of the month. Of the running month it is the share until now.',
  },
  growth: {
    title: 'Net growth',
    period: 'This month',
    meaning:
      'New and returned subscriptions less the lost ones. New: in service at the end of the month and first paid in it. Returned: in service at the end of the month and not at its start, but first paid before. Lost: in service at the start of the month and not at its end. A subscription that goes and comes back within a month is neither.',
  },
  collected: {
    title: 'Collected',
    period: 'This month',
    meaning:
      'Payments that were completed in the month, tax included. Refunds are those that were issued in the month. Payments that came after they had expired do not count, because they have to be refunded.',
  },
  overdue: {
    title: 'Overdue',
    period: 'Now',
    meaning:
      'Amounts due on open invoices that are overdue by at least one whole day, by the number of whole days.',
  },
  unmatched: {
    title: 'Unmatched money',
    period: 'Now',
    meaning:
      'Money that customers sent to your paybill or till, and that names no subscriber. Assign it to the one who paid.',
  },
  subscribers: {
    title: 'Subscribers',
    period: 'Now',
    meaning:
      'Subscribers that are neither suspended nor terminated, with a service or without one: those who have not paid yet, and imported ones without a subscription, count too.',
  },
  online: {
    title: 'Sessions online',
    period: 'Now',
    meaning: 'Network sessions that have started and not ended, by the accounting of the network servers.',
  },
  traffic: {
    title: 'Traffic',
    period: 'This month',
    meaning:
      'What all sessions have transferred since the start of the month. Network servers report it every five minutes.',
  },
  installations: {
    title: 'Installations',
    period: 'All time',
    meaning: 'Installations by state, of all time.',
  },
  webhooks: {
    title: 'Failing webhooks',
    period: 'Now',
    meaning:
      'Webhooks whose deliveries have failed since the last success, and those that Demarc disabled for that.',
  },
  integrations: {
    title: 'Failing integrations',
    period: 'Last 7 days',
    meaning:
      'Integrations with an inbound event of the last seven days that failed, or with a service that could not be written to the other system.',
  },
} as const;

export type MetricName = keyof typeof metricDefinitions;

/** The months that all figures use. */
export const monthsDefinition =
  'Months are calendar months in the time zone of the account, by its own clock. Amounts of different currencies are never added.';
