import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Sms = { id: string; to: string; text: string; from: string | null; callback: string | null };

/** What happens to the next message: an answer instead of sending, or a connection that breaks before or after sending. */
type Fault = { status: number; body: object } | { code: number; status: string } | 'hang up' | 'after';

/**
 * The parts of the SMS APIs of Africa's Talking and Twilio that Demarc uses, over real HTTP, as strict as they are: both know their
 * accounts, take forms only, refuse unknown fields, and have no idempotency: each request that they accept is another SMS.
 */
export async function startFakeSms() {
  /** `apiKey` of Africa's Talking by user, and the token of Twilio by account. */
  const users = new Map<string, string>();
  const accounts = new Map<string, string>();
  const sent: Sms[] = [];
  const faults: Fault[] = [];
  /** Awaited before a message is accepted. */
  const behaviour: { onSend?: (to: string) => Promise<void> | void } = {};

  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const url = new URL(req.url ?? '/', 'http://fake');
    if (url.pathname.startsWith('/version1/')) await africastalking(req, res, url, form);
    else if (url.pathname.startsWith('/2010-04-01/Accounts/')) await twilio(req, res, url.pathname, form);
    else answer(res, 404, {});
  });

  async function africastalking(req: IncomingMessage, res: ServerResponse, url: URL, form: URLSearchParams) {
    const username = form.get('username') ?? url.searchParams.get('username') ?? '';
    if (!users.has(username) || req.headers.apikey !== users.get(username)) {
      res.writeHead(401).end('The supplied authentication is invalid');
      return;
    }
    if (url.pathname === '/version1/user') return answer(res, 200, { UserData: { balance: 'KES 1785.50' } });
    if (!takes(req, form, ['username', 'to', 'message', 'from'])) return answer(res, 400, {});
    const [to, text] = [form.get('to') ?? '', form.get('message') ?? ''];
    const recipient = (statusCode: number, status: string, messageId: string) => ({
      SMSMessageData: {
        Message: 'Sent to 1/1 Total Cost: KES 0.8000',
        Recipients: [{ statusCode, number: to, status, cost: 'KES 0.8000', messageId }],
      },
    });
    const fault = faults.shift();
    if (fault === 'hang up') return void req.socket.destroy();
    if (fault && typeof fault === 'object' && 'code' in fault) {
      return answer(res, 201, recipient(fault.code, fault.status, 'None'));
    }
    if (fault && typeof fault === 'object') return answer(res, fault.status, fault.body);
    if (!/^\+\d{8,15}$/.test(to)) return answer(res, 201, recipient(403, 'InvalidPhoneNumber', 'None'));
    await behaviour.onSend?.(to);
    const id = `ATXid_${randomUUID().replaceAll('-', '')}`;
    sent.push({ id, to, text, from: form.get('from'), callback: null });
    if (fault === 'after') return void req.socket.destroy();
    answer(res, 201, recipient(101, 'Success', id));
  }

  async function twilio(req: IncomingMessage, res: ServerResponse, path: string, form: URLSearchParams) {
    const sid = path.split('/')[3]?.replace('.json', '') ?? '';
    const expected = `Basic ${Buffer.from(`${sid}:${accounts.get(sid)}`).toString('base64')}`;
    if (!accounts.has(sid) || req.headers.authorization !== expected) {
      return answer(res, 401, { code: 20003, message: 'Authenticate', status: 401 });
    }
    if (path.endsWith(`${sid}.json`))
      return answer(res, 200, { sid, friendly_name: 'Test account', status: 'active' });
    if (!takes(req, form, ['To', 'From', 'MessagingServiceSid', 'Body', 'StatusCallback'])) {
      return answer(res, 400, { code: 21200, message: 'Unknown parameter', status: 400 });
    }
    const fault = faults.shift();
    if (fault === 'hang up') return void req.socket.destroy();
    if (fault && typeof fault === 'object' && 'body' in fault) return answer(res, fault.status, fault.body);
    const to = form.get('To') ?? '';
    if (!/^\+\d{8,15}$/.test(to)) {
      return answer(res, 400, { code: 21211, message: `Invalid 'To' Phone Number: ${to}`, status: 400 });
    }
    await behaviour.onSend?.(to);
    const id = `SM${randomUUID().replaceAll('-', '')}`;
    const from = form.get('From') ?? form.get('MessagingServiceSid');
    sent.push({ id, to, text: form.get('Body') ?? '', from, callback: form.get('StatusCallback') });
    if (fault === 'after') return void req.socket.destroy();
    answer(res, 201, { sid: id, status: 'queued', num_segments: '1', error_code: null });
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ users, accounts, sent, faults, behaviour },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A form with no other fields. */
function takes(req: IncomingMessage, form: URLSearchParams, names: string[]): boolean {
  const isForm = req.headers['content-type'] === 'application/x-www-form-urlencoded';
  return req.method === 'POST' && isForm && [...form.keys()].every((name) => names.includes(name));
}

function answer(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** The signature of Twilio for a report. */
export function twilioSignature(url: string, form: Record<string, string>, authToken: string): string {
  const signed = Object.keys(form)
    .sort()
    .reduce((all, name) => `${all}${name}${form[name]}`, url);
  return createHmac('sha1', authToken).update(signed).digest('base64');
}
