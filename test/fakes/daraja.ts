import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Body = Record<string, unknown>;

/** `YYYYMMDDHHmmss` in Nairobi. */
const timestampOf = (at: Date) =>
  new Date(at.getTime() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);

/** An app of the developer portal, with the short code that it belongs to. */
export type App = {
  consumerKey: string;
  consumerSecret: string;
  shortCode: string;
  passkey: string;
  tillNumber?: string;
  initiator?: string;
  securityCredential?: string;
};

export type Prompt = {
  app: App;
  body: Body;
  MerchantRequestID: string;
  CheckoutRequestID: string;
  /** The payer's answer; undefined while the prompt is on the phone. */
  result?: { ResultCode: number; ResultDesc: string };
};

type Reversal = { body: Body; ConversationID: string };

/** What happens to the next request. */
type Fault =
  | { status: number; body: object | string }
  /** The connection breaks before the request is processed, or after it. */
  | 'hang up'
  | 'after'
  /** The request arrives, and is processed after this promise unless the connection is gone. */
  | { before: Promise<unknown> }
  /** The request is processed, and the answer waits for this promise. */
  | { answerAfter: Promise<unknown> };

/** The fields of each request. Daraja refuses others. */
const fields: Record<string, { required: string[]; optional?: string[] }> = {
  '/mpesa/stkpush/v1/processrequest': {
    required: [
      ...['BusinessShortCode', 'Password', 'Timestamp', 'TransactionType', 'Amount', 'PartyA', 'PartyB'],
      ...['PhoneNumber', 'CallBackURL', 'AccountReference'],
    ],
    optional: ['TransactionDesc'],
  },
  '/mpesa/stkpushquery/v1/query': {
    required: ['BusinessShortCode', 'Password', 'Timestamp', 'CheckoutRequestID'],
  },
  '/mpesa/c2b/v2/registerurl': {
    required: ['ShortCode', 'ResponseType', 'ConfirmationURL', 'ValidationURL'],
  },
  '/mpesa/reversal/v1/request': {
    required: [
      ...['Initiator', 'SecurityCredential', 'CommandID', 'TransactionID', 'Amount', 'ReceiverParty'],
      ...['RecieverIdentifierType', 'ResultURL', 'QueueTimeOutURL', 'Remarks'],
    ],
    optional: ['Occasion'],
  },
};

/** Words that an address of a callback must not have. */
const FORBIDDEN = /m-?pesa|safaricom|\bexe\b|exec|cmd|sql|query/i;

const error = (status: number, errorCode: string, errorMessage: string): [number, object] => [
  status,
  { requestId: randomUUID(), errorCode, errorMessage },
];
const bad = (field: string) => error(400, '400.002.02', `Bad Request - Invalid ${field}`);

/**
 * The part of Safaricom's Daraja that Demarc uses, over real HTTP, as strict as it: unknown fields are refused, a new token ends the
 * one before, passwords belong to their timestamp, and a phone has one prompt at a time. `pay` and similar functions act as
 * the payer and return the callback that M-Pesa sends; a test decides when it arrives, how often, and whether.
 */
export async function startFakeDaraja({ port = 0 } = {}) {
  const apps: App[] = [];
  const tokens = new Map<App, { text: string; endsAt: number }>();
  const prompts: Prompt[] = [];
  const reversals: Reversal[] = [];
  const registered = new Map<string, Body>();
  const faults: Fault[] = [];
  const requests: { path: string; body: Body }[] = [];
  /** Transactions that were reversed. */
  const reversed = new Set<string>();

  const server = createServer((req, res) => void serve(req, res));
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const url = new URL(req.url ?? '/', 'http://daraja');
    const send = (status: number, body: object | string) =>
      res
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    const isToken = url.pathname === '/oauth/v1/generate';
    const body = isToken ? {} : parsed(Buffer.concat(chunks).toString());
    requests.push({ path: url.pathname, body: body ?? {} });
    const fault = isToken ? undefined : faults.shift();
    if (fault === 'hang up') return void req.socket.destroy();
    if (typeof fault === 'object' && 'status' in fault) return void send(fault.status, fault.body);
    if (typeof fault === 'object' && 'before' in fault) {
      await fault.before;
      if (req.socket.destroyed) return;
    }
    const [status, answer] = isToken
      ? newToken(req.method, url, req.headers.authorization)
      : route(req, url, body);
    if (fault === 'after') return void req.socket.destroy();
    if (typeof fault === 'object' && 'answerAfter' in fault) await fault.answerAfter;
    send(status, answer);
  }

  function newToken(method: string | undefined, url: URL, authorization = ''): [number, object] {
    if (method !== 'GET') return error(405, '405.001', 'Method Not Allowed');
    if (url.searchParams.get('grant_type') !== 'client_credentials') {
      return error(400, '400.008.02', 'Invalid grant type passed');
    }
    const given = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
    const app = apps.find(({ consumerKey, consumerSecret }) => given === `${consumerKey}:${consumerSecret}`);
    if (!app) return error(400, '400.008.01', 'Invalid Authentication passed');
    const text = randomBytes(14).toString('hex');
    tokens.set(app, { text, endsAt: Date.now() + 3_599_000 });
    return [200, { access_token: text, expires_in: '3599' }];
  }

  function route(req: IncomingMessage, url: URL, body: Body | null): [number, object] {
    const allowed = fields[url.pathname];
    if (!allowed) return error(404, '404.001.01', 'Resource not found');
    if (req.method !== 'POST') return error(405, '405.001', 'Method Not Allowed');
    const bearer = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1];
    const app = apps.find((each) => tokens.get(each)?.text === bearer);
    if (!app || (tokens.get(app)?.endsAt ?? 0) < Date.now()) {
      return error(404, '404.001.03', 'Invalid Access Token');
    }
    if (!body) return error(400, '400.002.05', 'Invalid Request Payload');
    const known = [...allowed.required, ...(allowed.optional ?? [])];
    const unknown = Object.keys(body).find((field) => !known.includes(field));
    if (unknown !== undefined) return bad(unknown);
    const missing = allowed.required.find((field) => body[field] === undefined || body[field] === '');
    if (missing !== undefined) return bad(missing);
    if (url.pathname.endsWith('/processrequest')) return newPrompt(app, body);
    if (url.pathname.endsWith('/query')) return query(app, body);
    if (url.pathname.endsWith('/registerurl')) return register(app, body);
    return reverse(app, body);
  }

  function isSigned(app: App, { BusinessShortCode, Password, Timestamp }: Body): boolean {
    const expected = Buffer.from(`${app.shortCode}${app.passkey}${Timestamp}`).toString('base64');
    return (
      String(BusinessShortCode) === app.shortCode &&
      Password === expected &&
      /^\d{14}$/.test(String(Timestamp))
    );
  }

  function newPrompt(app: App, body: Body): [number, object] {
    if (String(body.BusinessShortCode) !== app.shortCode) {
      return error(500, '500.001.1001', 'Merchant does not exist');
    }
    if (!isSigned(app, body)) return error(500, '500.001.1001', 'Wrong credentials');
    if (!/^254[17]\d{8}$/.test(String(body.PhoneNumber)) || body.PartyA !== body.PhoneNumber) {
      return bad('PhoneNumber');
    }
    if (!/^[1-9]\d{0,5}$/.test(String(body.Amount))) return bad('Amount');
    if (String(body.PartyB) !== (app.tillNumber ?? app.shortCode)) return bad('PartyB');
    const type = app.tillNumber ? 'CustomerBuyGoodsOnline' : 'CustomerPayBillOnline';
    if (body.TransactionType !== type) return bad('TransactionType');
    if (!/^[A-Za-z0-9]{1,12}$/.test(String(body.AccountReference))) return bad('AccountReference');
    if (!/^[A-Za-z0-9 ]{1,13}$/.test(String(body.TransactionDesc ?? 'x'))) return bad('TransactionDesc');
    if (!isAddress(body.CallBackURL)) return bad('CallBackURL');
    if (prompts.some((each) => each.body.PhoneNumber === body.PhoneNumber && !each.result)) {
      return error(
        500,
        '500.001.1001',
        'Unable to lock subscriber, a transaction is already in process for the current subscriber',
      );
    }
    const prompt: Prompt = {
      app,
      body,
      MerchantRequestID: randomUUID(),
      CheckoutRequestID: `ws_CO_${randomBytes(10).toString('hex')}`,
    };
    prompts.push(prompt);
    const { MerchantRequestID, CheckoutRequestID } = prompt;
    const text = 'Success. Request accepted for processing';
    return [
      200,
      {
        MerchantRequestID,
        CheckoutRequestID,
        ResponseCode: '0',
        ResponseDescription: text,
        CustomerMessage: text,
      },
    ];
  }

  function query(app: App, body: Body): [number, object] {
    if (!isSigned(app, body)) return error(500, '500.001.1001', 'Wrong credentials');
    const prompt = prompts.find(
      (each) => each.app === app && each.CheckoutRequestID === body.CheckoutRequestID,
    );
    if (!prompt) return bad('CheckoutRequestID');
    if (!prompt.result) return error(500, '500.001.1001', 'The transaction is being processed');
    const { MerchantRequestID, CheckoutRequestID, result } = prompt;
    return [
      200,
      {
        ...{ ResponseCode: '0', ResponseDescription: 'The service request has been accepted successfully' },
        ...{ MerchantRequestID, CheckoutRequestID },
        ...{ ResultCode: String(result.ResultCode), ResultDesc: result.ResultDesc },
      },
    ];
  }

  function register(app: App, body: Body): [number, object] {
    if (String(body.ShortCode) !== (app.tillNumber ?? app.shortCode)) return bad('ShortCode');
    if (body.ResponseType !== 'Completed' && body.ResponseType !== 'Cancelled') return bad('ResponseType');
    if (!isAddress(body.ConfirmationURL)) return bad('ConfirmationURL');
    if (!isAddress(body.ValidationURL)) return bad('ValidationURL');
    registered.set(String(body.ShortCode), body);
    return [
      200,
      { OriginatorCoversationID: randomUUID(), ResponseCode: '0', ResponseDescription: 'Success' },
    ];
  }

  function reverse(app: App, body: Body): [number, object] {
    if (body.CommandID !== 'TransactionReversal') return bad('CommandID');
    if (String(body.RecieverIdentifierType) !== '11') return bad('RecieverIdentifierType');
    if (String(body.ReceiverParty) !== (app.tillNumber ?? app.shortCode)) return bad('ReceiverParty');
    if (!/^[1-9]\d*$/.test(String(body.Amount))) return bad('Amount');
    if (!isAddress(body.ResultURL) || !isAddress(body.QueueTimeOutURL)) return bad('ResultURL');
    const ConversationID = `AG_${randomBytes(10).toString('hex')}`;
    reversals.push({ body, ConversationID });
    return [
      200,
      {
        ...{ OriginatorConversationID: randomUUID(), ConversationID, ResponseCode: '0' },
        ResponseDescription: 'Accept the service request successfully.',
      },
    ];
  }

  const callbackOf = ({ MerchantRequestID, CheckoutRequestID, result }: Prompt, more: object = {}) => ({
    Body: { stkCallback: { MerchantRequestID, CheckoutRequestID, ...result, ...more } },
  });

  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apps,
    prompts,
    reversals,
    registered,
    reversed,
    requests,
    faults,
    /** Ends the access token of each app, as an hour does, or as a newer token of another process. */
    endTokens: () => {
      for (const token of tokens.values()) token.text = randomUUID();
    },
    /** The payer enters the PIN. @returns the callback, with the receipt number of the money */
    pay(prompt: Prompt, over: { amount?: unknown; receipt?: string; phone?: number } = {}) {
      prompt.result = { ResultCode: 0, ResultDesc: 'The service request is processed successfully.' };
      const receipt = over.receipt ?? newReceipt();
      const Item = [
        { Name: 'Amount', Value: over.amount ?? Number(prompt.body.Amount) },
        { Name: 'MpesaReceiptNumber', Value: receipt },
        { Name: 'Balance' },
        { Name: 'TransactionDate', Value: 20261126101500 },
        { Name: 'PhoneNumber', Value: over.phone ?? Number(prompt.body.PhoneNumber) },
      ];
      return { receipt, callback: callbackOf(prompt, { CallbackMetadata: { Item } }) };
    },
    /** The prompt ends without money. @returns the callback */
    fail(prompt: Prompt, ResultCode: number, ResultDesc: string) {
      prompt.result = { ResultCode, ResultDesc };
      return callbackOf(prompt);
    },
    /** The confirmation of money on the short code: of a prompt, or of money that a payer sent. */
    confirm: (
      app: App,
      over: { receipt: string; amount: number | string; reference?: string; phone?: string; paidAt?: Date },
    ) => ({
      TransactionType: app.tillNumber ? 'Buy Goods' : 'Pay Bill',
      TransID: over.receipt,
      TransTime: timestampOf(over.paidAt ?? new Date()),
      TransAmount: typeof over.amount === 'number' ? over.amount.toFixed(2) : over.amount,
      BusinessShortCode: app.tillNumber ?? app.shortCode,
      BillRefNumber: over.reference ?? '',
      InvoiceNumber: '',
      OrgAccountBalance: '49197.00',
      ThirdPartyTransID: '',
      MSISDN: over.phone ?? '2547 ***** 126',
      FirstName: 'ACHIENG',
      MiddleName: '',
      LastName: 'OTIENO',
    }),
    /** The result of a reversal. */
    reversalResult: ({ ConversationID }: Reversal, ResultCode: number | string, ResultDesc: string) => ({
      Result: {
        ...{ ResultType: 0, ResultCode, ResultDesc, OriginatorConversationID: randomUUID(), ConversationID },
        TransactionID: newReceipt(),
      },
    }),
    newReceipt,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(done);
      }),
  };
}

export type FakeDaraja = Awaited<ReturnType<typeof startFakeDaraja>>;

function newReceipt(): string {
  return `T${randomBytes(5).toString('hex').toUpperCase().slice(0, 9)}`;
}

function isAddress(url: unknown): boolean {
  return typeof url === 'string' && URL.canParse(url) && !FORBIDDEN.test(url);
}

function parsed(text: string): Body | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
