import { describe, expect, it } from 'vitest';
import { pendingAgain, undoPlanChange } from './undo-plan.ts';

const before = {
  id: 'sbn_1',
  planId: 'pln_current',
  nextPlanId: null,
  planRemovalAt: null,
  pendingUpgrade: null,
};
const upgrade = { planId: 'pln_up', expiresAt: '2026-01-02T00:00:00Z', amount: 10, currency: 'KES' };

describe('undoPlanChange', () => {
  it('keeps the current plan where nothing was pending', () => {
    expect(undoPlanChange(before)?.operation).toEqual({
      procedure: 'subscription.update',
      input: { id: 'sbn_1', planId: 'pln_current' },
    });
  });

  it('requests the change that was pending before', () => {
    expect(undoPlanChange({ ...before, nextPlanId: 'pln_earlier' })?.operation.input).toEqual({
      id: 'sbn_1',
      planId: 'pln_earlier',
    });
  });

  it('requests the removal that was pending before', () => {
    expect(undoPlanChange({ ...before, planRemovalAt: '2026-02-01T00:00:00Z' })?.operation).toEqual({
      procedure: 'subscription.removePlan',
      input: { id: 'sbn_1', when: 'cycle_end' },
    });
  });

  it('is not offered in place of an upgrade', () => {
    expect(undoPlanChange({ ...before, pendingUpgrade: upgrade })).toBeNull();
  });
});

describe('pendingAgain', () => {
  it('is not offered where nothing was pending', () => {
    expect(pendingAgain(before)).toBeNull();
  });
});
