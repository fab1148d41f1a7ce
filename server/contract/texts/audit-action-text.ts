/** Imports no library, so that pages can import it at no cost. */

/** Actions of stored entries, which are final, under names that were replaced. */
export const replacedActions: Readonly<Record<string, string>> = {
  'subscription.queue_plan': 'subscription.request_plan_change',
  'subscription.queue_override': 'subscription.request_override',
  'subscription.queue_plan_removal': 'subscription.request_plan_removal',
};

/** Subjects whose term differs from the name in actions. */
const terms: Readonly<Record<string, string>> = { mail: 'email', scheduleDRow: 'Schedule D floor' };

/** An action of an audit entry as pages show it: `billingCycle.grace_end` → `Billing cycle: grace end`. */
export function auditActionText(action: string): string {
  const [subject = '', verb = ''] = (replacedActions[action] ?? action).split('.');
  const term = terms[subject] ?? words(subject);
  const title = term.charAt(0).toUpperCase() + term.slice(1);
  return verb === '' ? title : `${title}: ${words(verb)}`;
}

function words(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(/[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase()
    .replace(/\bipv4\b/, 'IPv4');
}
