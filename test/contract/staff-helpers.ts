import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { authenticator } from '../fakes/authenticator.ts';
import { useApi } from './api.ts';
import { origin } from './portal-helpers.ts';

const portal = createPortalHandler([origin]);

type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/**
 * The portal's API and sign-in over real HTTP, with a browser for each person.
 * @param files the other handlers of the portal, by the start of their paths
 */
export function usePortal(files: Record<string, Handler> = {}) {
  /** Requests that still work after their answer. */
  const underWay = new Set<Promise<void>>();
  const api = useApi({}, async (req, res) => {
    const [, file] = Object.entries(files).find(([path]) => req.url?.startsWith(path)) ?? [];
    if (req.url?.startsWith('/api/auth/')) {
      const work = staffAuthHandler(req, res);
      underWay.add(work);
      await work.finally(() => underWay.delete(work));
    } else await (file ?? portal)(req, res);
  });

  /** A browser: it keeps its cookies. */
  function browser() {
    const cookies = new Map<string, string>();
    const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const keep = (answer: Response) => {
      for (const set of answer.headers.getSetCookie()) {
        const [pair = ''] = set.split(';');
        const at = pair.indexOf('=');
        const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
        if (value === '' || /max-age=0/i.test(set)) cookies.delete(name);
        else cookies.set(name, value);
      }
    };
    const headers = () => ({
      origin,
      'content-type': 'application/json',
      ...(cookies.size > 0 ? { cookie: cookie() } : {}),
    });
    const auth = async (path: string, body: object) => {
      const answer = await fetch(`${api.base}/api/auth${path}`, {
        method: 'POST',
        headers: headers(),
        body: JSON.stringify(body),
      });
      keep(answer);
      const text = await answer.text();
      await Promise.all(underWay);
      return { status: answer.status, body: text ? JSON.parse(text) : null, headers: answer.headers };
    };
    const call = async (name: string, input: object, key?: string) => {
      const isQuery = /\.(get|list|sessions|rows|previewBulk|preview|rejects|activity)$/.test(name);
      const url = `${api.base}/api/trpc/${name}`;
      const answer = isQuery
        ? await fetch(`${url}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers: headers() })
        : await fetch(url, {
            method: 'POST',
            headers: { ...headers(), ...(key ? { 'idempotency-key': key } : {}) },
            body: JSON.stringify(input),
          });
      const body = await answer.json();
      return { status: answer.status, data: body.result?.data, error: body.error?.data?.envelope };
    };
    return {
      auth,
      call,
      get cookie() {
        return cookie();
      },
      clear: () => cookies.clear(),
      cookies,
      /** Calls a procedure that has to succeed. */
      async ok(name: string, input: object = {}) {
        const answer = await call(name, input);
        expect(answer.status, `${name} ${JSON.stringify(answer.error)}`).toBe(200);
        return answer.data;
      },
      signIn: (email: string, password: string) => auth('/sign-in/email', { email, password }),
      /** The status of a download. */
      get: async (path: string) => (await fetch(api.base + path, { headers: headers() })).status,
    };
  }
  type Browser = ReturnType<typeof browser>;

  const password = 'walnut harbour lantern quilt';

  /** The owner of a new organisation, signed in. */
  async function owner() {
    const made = await api.partner({ mayKeepPassword: true });
    const person = browser();
    expect((await person.signIn(made.owner.email, made.owner.password)).status).toBe(200);
    return { ...person, ...made.owner, providerId: made.providerId, cookie: person.cookie, partner: made };
  }

  const newEmail = () => `person-${randomUUID()}@example.com`;
  const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';

  /** A person who accepted the invitation of an owner, signed in. */
  async function member(by: Pick<Browser, 'ok'>, role: string, email = newEmail()) {
    const { link } = await by.ok('team.invite', { email, role });
    const person = browser();
    const { length } = (await by.ok('team.get')).members;
    const name = length < 2 ? 'Grace' : `Grace ${String.fromCharCode('A'.charCodeAt(0) + length)}.`;
    const joined = await person.auth('/accept-invitation', { token: tokenOf(link), name, password });
    expect(joined.status, JSON.stringify(joined.body)).toBe(200);
    const team = await by.ok('team.get');
    const { id } = team.members.find((each: { email: string }) => each.email === email);
    return { ...person, email, password, id: id as string };
  }

  /** Turns the second factor of a person on, with an authenticator app. */
  async function withSecondFactor<P extends Pick<Browser, 'auth'> & { password: string }>(person: P) {
    const begun = await person.auth('/two-factor/enable', { password: person.password });
    expect(begun.status, JSON.stringify(begun.body)).toBe(200);
    const app = authenticator(begun.body.totpURI);
    const verified = await person.auth('/two-factor/verify-totp', { code: app.code() });
    expect(verified.status, JSON.stringify(verified.body)).toBe(200);
    return { ...person, app, recoveryCodes: begun.body.backupCodes as string[] };
  }

  return { api, browser, owner, member, withSecondFactor, newEmail, tokenOf, password };
}
