import type { Role } from '../contract/roles.ts';
import type { AppRouter } from './root.ts';

export type PortalSession = {
  user: { id: string; name: string; email: string };
  role: Role;
  /** Whether the password is a generated one: pages then lead to the page that changes it. */
  mustChangePassword: boolean;
  provider: { id: string; name: string; livemode: boolean; timeZone: string };
  providers: { id: string; name: string; livemode: boolean }[];
};

export type PortalCaller = ReturnType<AppRouter['createCaller']>;

/**
 * How server components reach the API. The server puts it here at start; pages find it here, so that Next bundles
 * none of the server and both share one pool of connections.
 */
export type PortalBridge = {
  /** Who is signed in, by the request's cookies; null for nobody. */
  session(headers: Headers): Promise<PortalSession | null>;
  /** The API as that person may use it; null without a session, and while a generated password is to be changed. */
  caller(headers: Headers): Promise<PortalCaller | null>;
};

const slot = Symbol.for('demarc.portal');

/** Called once by the server. */
export function openBridge(bridge: PortalBridge): void {
  (globalThis as Record<symbol, unknown>)[slot] = bridge;
}

/** @throws Error outside the server, where there is no bridge */
export function portalBridge(): PortalBridge {
  const bridge = (globalThis as Record<symbol, unknown>)[slot];
  if (!bridge) throw new Error('The portal runs inside the Demarc server.');
  return bridge as PortalBridge;
}
