import { MAX_PLAN_NAME } from '../../../contract/plan.ts';

/** The name of the nth copy: `NAME (copy)`, `NAME (copy 2)`. A long name is cut to fit. Contract: Plan. */
export function copyName(name: string, n: number): string {
  const suffix = n === 1 ? ' (copy)' : ` (copy ${n})`;
  // The cut never splits a character of two UTF-16 code units.
  const cut = name.slice(0, MAX_PLAN_NAME - suffix.length).replace(/[\ud800-\udbff]$/, '');
  return `${cut.trimEnd()}${suffix}`;
}

/** Whether the typed text equals the plan name, without regard to case and the space around it. Contract: Plan. */
export function matchesPlanName(typed: string, planName: string): boolean {
  return typed.trim().toLowerCase() === planName.trim().toLowerCase();
}
