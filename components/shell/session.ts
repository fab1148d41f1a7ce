import type { Role } from '@/server/contract/roles.ts';

export type PortalProvider = { id: string; name: string; livemode: boolean; timeZone: string };

/** Who is signed in, as the server's bridge answers it. */
export type PortalSession = {
  user: { id: string; name: string; email: string };
  role: Role;
  mustChangePassword: boolean;
  provider: PortalProvider;
  providers: { id: string; name: string; livemode: boolean }[];
};
