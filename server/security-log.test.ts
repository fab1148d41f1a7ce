import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { type SecurityEvent, securityEvent } from './security-log.ts';

function lineOf(event: SecurityEvent): Record<string, unknown> {
  const lines: string[] = [];
  securityEvent(event, createLog('info', { write: (line: string) => void lines.push(line) }));
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '');
}

test('a success is an info line with event, outcome, account and address', () => {
  const line = lineOf({
    event: 'sign_in.succeeded',
    outcome: 'success',
    account: 'ada@example.com',
    address: '192.0.2.7',
  });
  expect(line).toMatchObject({
    level: 'info',
    security: true,
    event: 'sign_in.succeeded',
    outcome: 'success',
    account: 'ada@example.com',
    address: '192.0.2.7',
  });
});

test.each(['failure', 'refused'] as const)('the outcome %s is logged at level warn', (outcome) => {
  const line = lineOf({ event: 'accounting.forged', outcome, address: '192.0.2.9', subscriptionId: 'sub_1' });
  expect(line).toMatchObject({ level: 'warn', security: true, outcome, subscriptionId: 'sub_1' });
});

test('a secret in the details is redacted', () => {
  const line = lineOf({ event: 'sign_in.failed', outcome: 'failure', password: 'canary-7f3a' });
  expect(JSON.stringify(line)).not.toContain('canary-7f3a');
});
