import type { StaffSession } from '../auth/staff.ts';
import type { OpenInvitation } from '../contract/portal/team.ts';
import type { AppRouter } from './root.ts';

/** The part of the session that a page reads. */
export type PortalSession = Omit<StaffSession, 'sessionId' | 'organisationId'>;

/** An operation of the API, as the search of the documentation lists it. */
export type DocumentedOperation = { method: string; path: string; tag: string; summary: string };

export type PortalCaller = ReturnType<AppRouter['createCaller']>;

/**
 * The interface through which server components reach the API. The server sets it at start. Next therefore bundles no
 * code that uses the database, and both share one connection pool.
 */
type PortalBridge = {
  /** The session of the request's cookies; null without one. */
  session(headers: Headers): Promise<PortalSession | null>;
  /**
   * The API for that person; null without a session, and while the person has a required step.
   * @param tag receives the entity tag of the resource that is read last
   */
  caller(headers: Headers, tag?: { value?: string }): Promise<PortalCaller | null>;
  /** All operations under `/v1`. */
  operations(): DocumentedOperation[];
  /** The API as a Postman collection, in JSON. */
  postman(): string;
  /** Whether emails about access can be sent. */
  sendsEmails(): boolean;
  /** The invitation of a link, null when it no longer works, and the address of the person who is signed in. */
  invitation(
    token: string,
    headers: Headers,
  ): Promise<{ invitation: OpenInvitation | null; signedInAs: string | null }>;
};

const slot = Symbol.for('demarc.portal');

/** Sets the bridge. Called once by the server. */
export function openBridge(bridge: PortalBridge): void {
  (globalThis as Record<symbol, unknown>)[slot] = bridge;
}

/** @throws Error outside the server, where no bridge is set */
export function portalBridge(): PortalBridge {
  const bridge = (globalThis as Record<symbol, unknown>)[slot];
  if (!bridge) throw new Error('The portal runs inside the Demarc server.');
  return bridge as PortalBridge;
}
