import type { RequiredStep } from '@/server/contract/required-step.ts';
import type { Role } from '@/server/contract/roles.ts';

type PortalProvider = { id: string; name: string; livemode: boolean; timeZone: string };

/** The session, as the server's bridge returns it. */
export type PortalSession = {
  user: { id: string; name: string; email: string };
  role: Role;
  requiredStep: RequiredStep | null;
  provider: PortalProvider;
  providers: { id: string; name: string; livemode: boolean }[];
};
