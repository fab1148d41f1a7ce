import { requestJson } from '../request-json.ts';
import { GatewayError } from './rail.ts';

/**
 * Calls a gateway that answers in JSON.
 * @returns the status and the object of the answer; null for an answer that is no JSON object
 * @throws GatewayError without an answer, to be retried
 */
export async function callGateway(call: Parameters<typeof requestJson>[0]) {
  const answered = await requestJson(call);
  if (answered.status !== null) return answered;
  const { error, mayHaveWorked, cause } = answered;
  throw new GatewayError(error, { isFinal: false, mayHaveWorked, cause });
}
