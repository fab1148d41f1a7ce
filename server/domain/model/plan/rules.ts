import { MAX_PLAN_NAME } from '../../../contract/plan.ts';

/** The name of the nth copy: `NAME (copy)`, `NAME (copy 2)`; a long name is cut so that the whole still fits. */
export function copyName(name: string, n: number): string {
  const suffix = n === 1 ? ' (copy)' : ` (copy ${n})`;
  // Never through the middle of a character of two code units.
  const cut = name.slice(0, MAX_PLAN_NAME - suffix.length).replace(/[\ud800-\udbff]$/, '');
  return `${cut.trimEnd()}${suffix}`;
}

/** Whether what was typed confirms the plan's name; case and surrounding space do not matter. */
export function confirms(typed: string, planName: string): boolean {
  return typed.trim().toLowerCase() === planName.trim().toLowerCase();
}
