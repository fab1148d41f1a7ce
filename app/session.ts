import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { type PortalCaller, portalBridge } from '@/server/api/bridge.ts';
import type { RequiredStep } from '@/server/contract/portal/required-step.ts';

/** The pages of what a person has to do first. */
export const pageOfStep: Record<RequiredStep, string> = {
  changePassword: '/change-password',
  setUpSecondFactor: '/set-up-second-factor',
  leaveSuspendedAccount: '/account-unavailable',
  leavePausedAccount: '/account-unavailable',
  leaveClosedAccount: '/account-unavailable',
};

/** The session of the signed-in person, or null. Read once for each page. */
export const portalSession = cache(async () => portalBridge().session(await headers()));

/**
 * The API with the permissions of the signed-in person, for server components. Redirects others to sign in, and
 * people with a required step to its page.
 */
export const portalCaller = cache(callerWith);

/** As `portalCaller`. @param tag receives the entity tag of the resource that is read last */
export async function callerWith(tag?: { value?: string }): Promise<PortalCaller> {
  const caller = await portalBridge().caller(await headers(), tag);
  if (caller) return caller;
  const step = (await portalSession())?.requiredStep;
  return redirect(step ? pageOfStep[step] : '/login');
}
