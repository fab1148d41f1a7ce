import { z } from 'zod';
import { type GatewayName, gatewayNames } from '../enums.ts';
import { instantOutput, issue, onAnyObject, text } from '../primitives.ts';
import { type AccountFields, checkFields } from './account-credentials.ts';

/** The longest credential of a gateway. */
const MAX_CREDENTIAL = 2_000;

/** A key or secret. It is stored as it is entered, without the blanks around it. */
const credential = text(1, MAX_CREDENTIAL).optional();

/** The credentials of each gateway, in the order in which staff enter them. */
const gatewayCredentials: Record<GatewayName, AccountFields<CredentialName>> = {
  stripe: { required: ['secretKey', 'webhookSecret'], optional: [] },
  paystack: { required: ['secretKey'], optional: [] },
  mpesa: {
    required: ['consumerKey', 'consumerSecret', 'shortCode', 'passkey'],
    optional: ['tillNumber', 'initiator', 'securityCredential'],
  },
};

const numberOfPayee = text(1, 10)
  .superRefine((value, ctx) => {
    if (value && !/^\d{5,10}$/.test(value)) issue(ctx, 'INVALID_FORMAT', 'Enter a number of 5 to 10 digits.');
  })
  .optional();

const credentialInputs = {
  secretKey: credential,
  webhookSecret: credential,
  consumerKey: credential,
  consumerSecret: credential,
  /** The paybill, or the number of the store that a till belongs to. */
  shortCode: numberOfPayee,
  passkey: credential,
  /** Set for a till: the number that customers pay to. */
  tillNumber: numberOfPayee,
  initiator: credential,
  /** The password of the initiator, encrypted with Safaricom's certificate. */
  securityCredential: credential,
};
export type CredentialName = keyof typeof credentialInputs;

/** The form of the keys of a gateway. */
const keyForms: Partial<Record<GatewayName, { pattern: RegExp; message: string }>> = {
  stripe: { pattern: /^(sk|rk)_(test|live)_\w+$/, message: 'Enter a secret key: sk_test_… or sk_live_….' },
  paystack: { pattern: /^sk_(test|live)_\w+$/, message: 'Enter a secret key: sk_test_… or sk_live_….' },
};

/** The credentials of an account at a gateway. Saving again replaces all of them. */
export const gatewayAccountSave = z
  .strictObject({ gateway: z.enum(gatewayNames), ...credentialInputs })
  .check(
    z.superRefine((value, ctx) => {
      const fields = gatewayCredentials[value.gateway];
      if (!fields) return;
      checkFields(ctx, value, fields, Object.keys(credentialInputs) as CredentialName[]);
      if ((value.initiator === undefined) !== (value.securityCredential === undefined)) {
        const missing = value.initiator === undefined ? 'initiator' : 'securityCredential';
        issue(ctx, 'REQUIRED', 'An initiator and its security credential belong together.', [missing]);
      }
      const form = keyForms[value.gateway];
      if (form && value.secretKey && !form.pattern.test(value.secretKey)) {
        issue(ctx, 'INVALID_FORMAT', form.message, ['secretKey']);
      }
    }, onAnyObject),
  );
export type GatewayAccountSave = z.output<typeof gatewayAccountSave>;

export const gatewayAccountName = z.strictObject({ gateway: z.enum(gatewayNames) });

/** A gateway, and the provider's account at it. Credentials are never in it. */
export const gatewayAccountSnapshot = z.object({
  gateway: z.enum(gatewayNames),
  label: z.string(),
  currencies: z.array(z.string()),
  /** Whether the provider has an account of its own. */
  isConnected: z.boolean(),
  /** Whether payments of a provider without one go to the account of the installation. */
  hasDefault: z.boolean(),
  /** The end of the key. */
  keyLast4: z.string().nullable(),
  /** The address to enter at the gateway. It is known before the first connection, because Stripe's signing secret belongs to it. */
  webhookUrl: z.string(),
  /** The number to which customers pay on their own: of M-Pesa, the paybill or the till. */
  payTo: z.string().nullable(),
  isTill: z.boolean(),
  /** Whether refunds can be made through the gateway. */
  canRefund: z.boolean(),
  /** When the gateway registered the address at which it confirms such money; null before, and where it needs none. */
  registeredAt: instantOutput.nullable(),
  /** Why the last attempt to register it failed. */
  registrationFailure: z.string().nullable(),
  updatedAt: instantOutput.nullable(),
});
export type GatewayAccountSnapshot = z.output<typeof gatewayAccountSnapshot>;

export const gatewayAccounts = z.array(gatewayAccountSnapshot);
