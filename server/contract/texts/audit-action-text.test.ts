import { expect, test } from 'vitest';
import { auditActionText } from './audit-action-text.ts';

test.each([
  ['plan.create', 'Plan: create'],
  ['billingCycle.grace_end', 'Billing cycle: grace end'],
  ['subscription.set_ipv4', 'Subscription: set IPv4'],
  ['mail.resend', 'Email: resend'],
  ['scheduleDRow.create', 'Schedule D floor: create'],
  ['sign_in.locked_out', 'Sign in: locked out'],
  ['sign_out', 'Sign out'],
  ['subscription.request_plan_change', 'Subscription: request plan change'],
])('%s is shown as "%s"', (action, text) => {
  expect(auditActionText(action)).toBe(text);
});

test.each([
  ['subscription.removePlan', 'Subscription: remove plan'],
  ['network_server.create', 'Network server: create'],
  ['subscription.queue_plan', 'Subscription: request plan change'],
  ['subscription.queue_override', 'Subscription: request override'],
  ['subscription.queue_plan_removal', 'Subscription: request plan removal'],
])('a stored %s is shown as "%s"', (action, text) => {
  expect(auditActionText(action)).toBe(text);
});
