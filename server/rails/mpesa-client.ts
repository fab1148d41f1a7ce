import { MINUTE_MS, realNow, SECOND_MS } from '../clock.ts';
import { env } from '../env.ts';
import { textIn } from '../json-values.ts';
import { standInOf } from '../stand-ins.ts';
import { callGateway } from './call-gateway.ts';
import { type GatewayAccount, GatewayError } from './rail.ts';

/** Access tokens that are kept. Each belongs to the credentials of an account. */
const MAX_TOKENS = 500;

/** The life of a token where the answer states none, and how long before its end it is replaced. */
const TOKEN_MS = 3_599 * SECOND_MS;
const EARLY_MS = MINUTE_MS;

/** The codes of Daraja for a token that has ended. A newer token of the same app ends an older one. */
const TOKEN_ENDED = ['404.001.03', '400.003.01', '401.003.01'];

type Token = { text: Promise<string>; endsAt: number };

const tokens = new Map<string, Token>();

function baseOf({ livemode, credentials: { consumerKey } }: GatewayAccount): string {
  const host = `${livemode ? 'api' : 'sandbox'}.safaricom.co.ke`;
  return standInOf(consumerKey) ?? env.MPESA_API_BASE ?? `https://${host}`;
}

const keyOf = ({ credentials: { consumerKey, consumerSecret } }: GatewayAccount) =>
  `${consumerKey}:${consumerSecret}`;

/** The access token of an account. Concurrent callers get one token, because each new one ends the one before. */
function tokenOf(account: GatewayAccount): Token {
  const key = keyOf(account);
  const kept = tokens.get(key);
  if (kept && kept.endsAt > realNow().getTime()) return kept;
  const token: Token = { text: Promise.resolve(''), endsAt: realNow().getTime() + TOKEN_MS - EARLY_MS };
  token.text = fetchToken(account, token).catch((error) => {
    forget(account, token);
    throw error;
  });
  tokens.delete(key);
  tokens.set(key, token);
  const [oldest] = tokens.keys();
  if (tokens.size > MAX_TOKENS && oldest !== undefined) tokens.delete(oldest);
  return token;
}

function forget(account: GatewayAccount, token: Token): void {
  if (tokens.get(keyOf(account)) === token) tokens.delete(keyOf(account));
}

async function fetchToken(account: GatewayAccount, token: Token): Promise<string> {
  const { status, answer } = await callGateway({
    method: 'GET',
    url: `${baseOf(account)}/oauth/v1/generate?grant_type=client_credentials`,
    headers: { authorization: `Basic ${Buffer.from(keyOf(account)).toString('base64')}` },
  });
  const text = textIn(answer?.access_token);
  if (status !== 200 || !text) {
    const why = textIn(answer?.errorMessage) ?? `status ${status}`;
    throw new GatewayError(`M-Pesa does not accept the consumer key and secret: ${why}`, { isFinal: false });
  }
  const seconds = Number(answer?.expires_in);
  if (seconds > 0) token.endsAt = realNow().getTime() + Math.max(seconds * SECOND_MS - EARLY_MS, 0);
  return text;
}

/** Fetches a token, which shows that M-Pesa accepts the consumer key and secret. @throws GatewayError */
export async function checkToken(account: GatewayAccount): Promise<void> {
  tokens.delete(keyOf(account));
  await tokenOf(account).text;
}

/**
 * Posts a request to Daraja. A token that was ended by a newer one, such as of another process, is replaced once.
 * @returns the answer with its status; an answer with an `errorCode` is an error of Daraja
 * @throws GatewayError without a readable answer; it may then have worked
 */
export async function postToDaraja(
  account: GatewayAccount,
  path: string,
  body: object,
): Promise<{ status: number; answer: Record<string, unknown>; errorCode: string | undefined }> {
  for (let isFirst = true; ; isFirst = false) {
    const token = tokenOf(account);
    // A failure to get a token is before the request.
    const text = await token.text.catch((error: GatewayError) => {
      throw new GatewayError(error.message, { isFinal: false, cause: error });
    });
    const { status, answer } = await callGateway({
      method: 'POST',
      url: `${baseOf(account)}${path}`,
      headers: { authorization: `Bearer ${text}` },
      body,
    });
    const errorCode = textIn(answer?.errorCode);
    const hasEnded = status === 401 || (errorCode !== undefined && TOKEN_ENDED.includes(errorCode));
    if (hasEnded) forget(account, token);
    if (hasEnded && isFirst) continue;
    if (!answer) {
      throw new GatewayError(`M-Pesa gave an answer that cannot be read (status ${status})`, {
        isFinal: false,
        mayHaveWorked: !hasEnded,
      });
    }
    return { status, answer, errorCode };
  }
}
