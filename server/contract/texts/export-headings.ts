/** Imports no library, so that pages can import it at no cost. */

/** The headings of exported columns that differ from the name of their field, as the pages of the lists have them. */
const common: Record<string, string> = {
  id: 'ID',
  createdAt: 'Created',
  updatedAt: 'Changed',
  planName: 'Plan',
  downloadSpeedMbps: 'Download Mbps',
  uploadSpeedMbps: 'Upload Mbps',
  dataCapMb: 'Data cap MB',
  priceCurrency: 'Currency',
  billingCycleDays: 'Cycle days',
  'price.amount': 'Price',
  'price.currency': 'Currency',
  expiresAt: 'Expires',
  startedAt: 'Started',
  endedAt: 'Ended',
  issuedAt: 'Issued',
  dueAt: 'Due',
  paidAt: 'Paid',
  completedAt: 'Completed',
  scheduledAt: 'Appointment',
  windowEndsAt: 'Deadline',
  installedAt: 'Installed',
  demarcationPointId: 'Place ID',
  externalUserId: 'External ID',
  taxId: 'Tax number',
  mrr: 'MRR',
  rail: 'Payment method',
  ipAddress: 'IP address',
  nasIpAddress: 'Server address',
  nasName: 'Network server',
  callingStationId: 'MAC address',
  inputOctets: 'Upload bytes',
  outputOctets: 'Download bytes',
};

const ofList: Record<string, Record<string, string>> = {
  subscriptions: { expiresAt: 'Paid until', startedAt: 'First paid' },
  refunds: { createdAt: 'Refunded' },
  departures: { createdAt: 'Requested' },
  audit: { createdAt: 'When', what: 'What happened' },
};

/** The column with the name that belongs to an id. */
export const namedBy: Record<string, string> = {
  subscriberId: 'Subscriber',
  subscriptionId: 'Subscription',
  planId: 'Plan',
  nextPlanId: 'Next plan',
  demarcationPointId: 'Place',
  invoiceId: 'Invoice number',
  paymentId: 'Payment reference',
  chargeId: 'Charge',
  integrationId: 'Integration',
};

/**
 * The heading of a column of an exported list.
 * @param field the path of the field, such as `price.amount`
 */
export function exportHeading(list: string, field: string): string {
  return ofList[list]?.[field] ?? common[field] ?? words(field);
}

/** `currentCycle.graceEndsAt` → `Current cycle grace ends`; `chargeId` → `Charge ID`. */
function words(field: string): string {
  const text = field
    .replace(/At$/, '')
    .replace(/[.]/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\b(id|ip|url|mac|api)\b/g, (word) => word.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}
