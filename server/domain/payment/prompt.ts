import { randomBytes, randomInt } from 'node:crypto';
import { prompt } from '../../../drizzle/schema/gateway.ts';
import { realNow } from '../../clock.ts';
import { invalidValue, type Refusal } from '../../contract/errors.ts';
import type { PromptGateway } from '../../rails/rail.ts';
import { find } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { hookUrl } from '../external/gateway/accounts.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';

/** The bytes of a token, which is written in hex: Daraja refuses addresses with words such as `cmd`, and hex spells none. */
const TOKEN_BYTES = 16;

/** Letters that follow the account number in the reference of a prompt. None looks like a digit. */
const LETTERS = 'ACDEFHJKLMNPQRTUVWXY';
const LETTER_COUNT = 4;

/** The address at which the gateway reports the outcome of a prompt. */
export function promptCallbackUrl(token: string): string {
  return hookUrl('mpesa', token);
}

/** The phone of a prompt, and the number that its reference begins with. */
export type Prompted = { phone: string; accountNumber: string };

/**
 * The phone that gets the prompt of a payment: the one of the request, else that of the subscriber. Contract: Payment.
 * @param phone E.164; undefined for that of the subscriber
 * @throws VALIDATION_FAILED at `phone` for a number that the gateway cannot reach
 */
export async function promptedPhone(
  scope: WriteScope,
  gateway: PromptGateway,
  { subscriberId, phone }: { subscriberId: string; phone: string | undefined },
): Promise<Prompted> {
  const subscriber = await find(scope, subscriberResource, subscriberId);
  const to = phone ?? subscriber.phone;
  if (!gateway.isPhone(to)) throw phoneFault(gateway, phone === undefined);
  return { phone: to, accountNumber: subscriber.accountNumber };
}

function phoneFault({ phoneFault: fault }: PromptGateway, isOfSubscriber: boolean): Refusal {
  return invalidValue(
    'phone',
    isOfSubscriber ? `The phone of the subscriber cannot get a prompt. ${fault}` : fault,
  );
}

/** Stores the prompt of a payment, in the transaction that creates the payment. A job sends it after the commit. */
export async function createPrompt(
  scope: WriteScope,
  { paymentId, accountId, phone, accountNumber }: Prompted & { paymentId: string; accountId: string },
): Promise<void> {
  const { providerId, now } = scope;
  const values = {
    providerId,
    paymentId,
    accountId,
    phone,
    nextAttemptAt: realNow(),
    createdAt: now,
    updatedAt: now,
  };
  for (;;) {
    const reference = `${accountNumber}${letters()}`;
    const written = await scope.db
      .insert(prompt)
      .values({ ...values, reference, token: randomBytes(TOKEN_BYTES).toString('hex') })
      .onConflictDoNothing({ target: [prompt.providerId, prompt.reference] })
      .returning({ reference: prompt.reference });
    if (written.length > 0) break;
  }
  scope.outbox.wakes.add('prompts/due');
}

/** They make the reference unique, so that a confirmation of the money names its payment. */
function letters(): string {
  return Array.from({ length: LETTER_COUNT }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
