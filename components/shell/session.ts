import type { RequiredStep } from '@/server/contract/portal/required-step.ts';
import type { Role } from '@/server/contract/roles.ts';
import { dayOf } from '@/server/contract/zoned-time.ts';

type PortalProvider = {
  id: string;
  name: string;
  livemode: boolean;
  timeZone: string;
  /** How far the test clock is ahead of real time; 0 when live. */
  clockOffsetMs: number;
  /** Of the organisation, ISO 3166-1 alpha-2: that of local phone numbers. */
  country: string | null;
  /** Whether it is the demo of the installation, which has simulated external systems. */
  isDemo: boolean;
};

/** The calendar day in the provider's zone, by the provider's clock. */
export function todayOf({ timeZone, clockOffsetMs }: Pick<PortalProvider, 'timeZone' | 'clockOffsetMs'>) {
  const now = new Date(Date.now() + clockOffsetMs).toISOString();
  return { timeZone, day: dayOf(now, timeZone) };
}

/** The session, as the server's bridge returns it. */
export type PortalSession = {
  user: { id: string; name: string; email: string };
  role: Role;
  /** Whether the organisation lets the role `support` collect payments. */
  supportCollects: boolean;
  /** Whether the organisation shows revenue to the role `support`. */
  supportSeesRevenue: boolean;
  requiredStep: RequiredStep | null;
  provider: PortalProvider;
  providers: { id: string; name: string; livemode: boolean }[];
};
