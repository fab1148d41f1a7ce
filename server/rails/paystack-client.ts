import { env } from '../env.ts';
import { textIn } from '../json-values.ts';
import { standInOf } from '../stand-ins.ts';
import { callGateway } from './call-gateway.ts';
import { type GatewayAccount, GatewayError } from './rail.ts';

type Answer = { status: number; data: unknown; message: string };

/**
 * Calls Paystack.
 * @throws GatewayError: final for a request that Paystack refuses, with its message
 */
export async function call(
  { credentials: { secretKey = '' } }: GatewayAccount,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Answer> {
  const base = standInOf(secretKey) ?? env.PAYSTACK_API_BASE ?? 'https://api.paystack.co';
  const headers = { authorization: `Bearer ${secretKey}` };
  const { status, answer } = await callGateway({
    ...{ method, url: base + path, headers },
    ...(body && { body }),
  });
  const message = textIn(answer?.message) ?? `status ${status}`;
  if (answer?.status === true && status < 300) return { status, data: answer.data, message };
  // A wrong key, and too many requests, are not about this request.
  const isFinal =
    answer?.status === false && status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
  throw new GatewayError(`Paystack: ${message}`, {
    isFinal,
    mayHaveWorked: status >= 500 || status < 300,
    code: textIn(answer?.code),
  });
}
