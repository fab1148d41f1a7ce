import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { eq } from 'drizzle-orm';
import { staffUser } from '../../drizzle/schema/staff.ts';
import { clientAddress } from '../client-address.ts';
import { realNow } from '../clock.ts';
import { Refusal, refuse } from '../contract/errors.ts';
import { jsonFaults, jsonTextFault } from '../contract/json-faults.ts';
import type { SecurityEventName } from '../contract/portal/security-events.ts';
import { db } from '../db/client.ts';
import { pathOf } from '../http/path-of.ts';
import { createPlacesOfAddresses } from '../http/places-of-address.ts';
import { readBody } from '../http/read-body.ts';
import { log } from '../log.ts';
import { securityEvent } from '../security-log.ts';
import { CONFIRM_EMAIL_CHANGE, REQUEST_EMAIL_CHANGE } from './email-change.ts';
import { factsOfRequest, workAfterAnswer } from './facts-of-request.ts';
import { isCrossOrigin } from './origin.ts';
import { firstWithinMinutes, recordStaffEvent } from './record-security-event.ts';
import { ADDRESS_HEADER, CORRELATION_HEADER } from './request-headers.ts';
import {
  BEGIN_SET_UP,
  DISABLE_SECOND_FACTOR,
  REPLACE_RECOVERY_CODES,
  VERIFY_CODE,
  VERIFY_RECOVERY_CODE,
} from './second-factor.ts';
import { namesOwnSession } from './session-cookie.ts';
import { readOnly, staffAuth, staffSession } from './staff.ts';
import {
  accountOf,
  CHANGE_PASSWORD,
  openPaths,
  REQUEST_RESET,
  RESET_PASSWORD,
  SIGN_IN,
  SIGN_OUT,
  type StaffAuth,
} from './staff-auth.ts';

const BASE_PATH = '/api/auth';
/** Passwords are brought to a Unicode form before they are compared, which takes quadratic time. */
const MAX_BODY_BYTES = 8 * 1024;

const places = createPlacesOfAddresses();

/**
 * A password is hashed in one of the four threads of libuv, for some 0.3 s. Three at a time leave one to files and compression, and an
 * address has one, so that it does not delay the sign-in of another. A browser that has signed in before does not wait for strangers, of
 * whom one may have hundreds of addresses.
 */
const placesOfPasswords = {
  ofStrangers: createPlacesOfAddresses({ places: 2, ofAddress: 1, bits: 48 }),
  ofPeople: createPlacesOfAddresses({ places: 1, ofAddress: 1 }),
};

/** Answers the open paths of `/api/auth/*`; any other path is 404. Never rejects. */
export async function staffAuthHandler(
  req: IncomingMessage,
  res: ServerResponse,
  auth: StaffAuth = staffAuth(),
): Promise<void> {
  const [correlationId, address] = [randomUUID(), clientAddress(req)];
  const path = pathOf(req.url);
  res.setHeader('x-correlation-id', correlationId);
  await answerAuth(req, res, auth, { correlationId, address, path: path.slice(BASE_PATH.length) });
}

async function answerAuth(
  req: IncomingMessage,
  res: ServerResponse,
  auth: StaffAuth,
  { correlationId, address, path }: { correlationId: string; address: string; path: string },
): Promise<void> {
  try {
    if (!openPaths.has(path)) return refuseWith(res, 404, 'Not found.');
    if (req.method !== 'POST') return refuseWith(res, 405, 'Use POST.', { allow: 'POST' });
    // Before anything is counted: a cross-origin request must not lock a person out.
    if (isCrossOrigin(req, auth.options.trustedOrigins)) {
      refuseWith(res, 403, 'Invalid origin.');
      return logCrossOrigin(req, correlationId, auth);
    }
    const body = await readBody(req, MAX_BODY_BYTES);
    if (hasFaults(body)) return refuseWith(res, 400, 'The body is malformed.');
    const sent = headersOf(req);
    sent.set(CORRELATION_HEADER, correlationId);
    const request = new Request(new URL(BASE_PATH + path, auth.options.baseURL), {
      method: 'POST',
      headers: sent,
      body: body.length > 0 ? new Uint8Array(body) : null,
    });
    const { ofPeople, ofStrangers } = placesOfPasswords;
    const isKnown = namesOwnSession(req.headers.cookie);
    const { session, answer } = await (isKnown ? ofPeople : ofStrangers).run(req, async () => {
      if (res.closed) throw refuse('SERVICE_UNAVAILABLE');
      // Read before the sign-out, which deletes the session.
      const session = path === SIGN_IN ? null : await auth.api.getSession({ headers: sent, query: readOnly });
      return { session, answer: await auth.handler(request) };
    });
    const headers: Record<string, string | string[]> = Object.fromEntries(answer.headers);
    const cookies = answer.headers.getSetCookie();
    if (cookies.length > 0) headers['set-cookie'] = cookies;
    delete headers['content-length'];
    res.writeHead(answer.status, { ...headers, 'cache-control': 'no-store' });
    res.end(shownOf(await answer.text()));
    // After the answer, which takes as long for known people as for unknown ones.
    const facts = factsOfRequest.get(request);
    const account =
      facts?.account ??
      session?.user.email ??
      (path === SIGN_IN || path === REQUEST_RESET ? accountIn(body) : '');
    const { succeeded, failed } = { ...securityEvents[path], ...facts };
    const events = answer.status < 300 ? (succeeded ?? []) : failed ? [failed] : [];
    const origin = { account, address, correlationId, details: facts?.details };
    await recordAuthEvents({ path, status: answer.status, events, ...origin });
    if (answer.status < 300) await workAfterAnswer(request);
  } catch (error) {
    // Of a body that is too large, or for which there is no memory.
    if (error instanceof Refusal && !res.headersSent) {
      return refuseWith(res, error.status, error.body.error, error.headers);
    }
    log.error({ err: error, correlationId, path }, 'sign-in failed');
    if (res.headersSent) res.end();
    else refuseWith(res, 500, 'Something went wrong.');
  }
}

/** The fields of an answer. better-auth adds the token of the session, which belongs into the cookie alone, and the person's row. */
const shownFields: readonly string[] = [
  ...['status', 'success', 'email', 'code', 'message'],
  ...['twoFactorRedirect', 'totpURI', 'backupCodes'],
];

/** The body of an answer with the fields that pages read. Contract: Accounts. */
function shownOf(body: string): string {
  if (body === '') return '';
  const answered: unknown = JSON.parse(body);
  if (typeof answered !== 'object' || answered === null) return '{}';
  return JSON.stringify(
    Object.fromEntries(Object.entries(answered).filter(([field]) => shownFields.includes(field))),
  );
}

/** By account: a stranger has as many addresses as there are in a network. */
const isFirstLockOut = firstWithinMinutes(15);
const isFirstCrossOrigin = firstWithinMinutes(15);

/** Logs the result of a request about access. Contract: Security log. */
async function recordAuthEvents(answered: {
  path: string;
  status: number;
  account: string;
  address: string;
  correlationId: string;
  events: readonly SecurityEventName[];
  details: Record<string, string> | undefined;
}): Promise<void> {
  const { path, status, account, address, correlationId, events, details } = answered;
  // A sign-out without a session, and an answer without an account, are no events.
  if (status >= 500 || (path !== SIGN_IN && account === '')) return;
  if (status === 429) {
    // Anyone can ask for the reset of any person.
    if (path === REQUEST_RESET) return;
    const event = { event: 'sign_in.locked_out', outcome: 'refused', address } as const;
    return recordStaffEvent(account, correlationId, event, isFirstLockOut(account));
  }
  const outcome = status < 300 ? 'success' : 'failure';
  for (const event of events) {
    if (event === 'sign_in.succeeded') await noteSignIn(account);
    await recordStaffEvent(account, correlationId, { event, outcome, address, details });
  }
}

/** Stores the time of a complete sign-in, which the team page shows. */
async function noteSignIn(email: string): Promise<void> {
  await db().update(staffUser).set({ lastSignInAt: realNow() }).where(eq(staffUser.email, email));
}

/** The names in the security log of success and failure of each open path. */
const securityEvents: Record<
  string,
  { succeeded?: readonly SecurityEventName[]; failed?: SecurityEventName }
> = {
  [SIGN_IN]: { succeeded: ['sign_in.succeeded'], failed: 'sign_in.failed' },
  [SIGN_OUT]: { succeeded: ['sign_out'] },
  [CHANGE_PASSWORD]: { succeeded: ['password.changed'], failed: 'password.change_failed' },
  [REQUEST_RESET]: { succeeded: ['password.reset_requested'] },
  [RESET_PASSWORD]: { succeeded: ['password.reset'], failed: 'password.reset_failed' },
  [REQUEST_EMAIL_CHANGE]: { succeeded: ['email.change_requested'], failed: 'email.change_failed' },
  [CONFIRM_EMAIL_CHANGE]: { succeeded: ['email.changed'] },
  [BEGIN_SET_UP]: { failed: 'second_factor.change_failed' },
  [VERIFY_CODE]: { succeeded: ['sign_in.succeeded'], failed: 'second_factor.failed' },
  [VERIFY_RECOVERY_CODE]: {
    succeeded: ['second_factor.recovery_code_used', 'sign_in.succeeded'],
    failed: 'second_factor.failed',
  },
  [REPLACE_RECOVERY_CODES]: {
    succeeded: ['second_factor.recovery_codes_replaced'],
    failed: 'second_factor.change_failed',
  },
  [DISABLE_SECOND_FACTOR]: {
    succeeded: ['second_factor.disabled'],
    failed: 'second_factor.change_failed',
  },
};

/**
 * Logs a refused cross-origin request, with the account of its session. Contract: Security log.
 * @param auth better-auth, whose cookies identify the session
 */
export async function logCrossOrigin(
  req: IncomingMessage,
  correlationId: string,
  auth: StaffAuth = staffAuth(),
): Promise<void> {
  const address = clientAddress(req);
  // Where the session cannot be read, the refusal is logged without an account.
  const session = await places.run(req, () => staffSession(headersOf(req), auth)).catch(() => null);
  const details = { origin: req.headers.origin ?? null };
  const event = { event: 'origin.refused', outcome: 'refused', address, details } as const;
  if (session) {
    const { email } = session.user;
    await recordStaffEvent(email, correlationId, event, isFirstCrossOrigin(email));
  } else securityEvent({ ...event, correlationId });
}

/** The email address in the body of a sign-in, as the throttle counts it. */
function accountIn(body: Buffer): string {
  try {
    return accountOf(JSON.parse(body.toString()));
  } catch {
    return '';
  }
}

/** Whether a body is JSON that no request may have. better-auth refuses a body that is not JSON. Contract: Transport. */
function hasFaults(body: Buffer): boolean {
  if (jsonTextFault(body)) return true;
  try {
    return jsonFaults(JSON.parse(body.toString()), { isClosed: true }).reasons.length > 0;
  } catch {
    return false;
  }
}

function headersOf(req: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.set(ADDRESS_HEADER, clientAddress(req));
  return headers;
}

function refuseWith(
  res: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
) {
  res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers });
  res.end(JSON.stringify({ message }));
}
