import { z } from 'zod';
import { type MessageGatewayName, messageChannels, messageGateways } from '../enums.ts';
import { emailInput, instantOutput, issue, onAnyObject, text } from '../primitives.ts';
import { type AccountFields, checkFields } from './account-credentials.ts';

/** A key or secret, stored as it is entered. */
const credential = text(1, 500).optional();

/** The credentials of each gateway, in the order in which staff enter them. */
const messageCredentials: Record<MessageGatewayName, AccountFields<MessageCredential>> = {
  smtp: { required: ['host', 'sender'], optional: ['port', 'user', 'password', 'isImplicitTls'] },
  africastalking: { required: ['user', 'apiKey'], optional: ['sender'] },
  twilio: { required: ['accountSid', 'authToken', 'sender'], optional: [] },
};

/** Whether a text is a name, an IPv4 or an IPv6 address. */
function isHost(value: string): boolean {
  return value.includes(':') ? z.ipv6().safeParse(value).success : /^[a-z0-9.-]+$/i.test(value);
}

const inputs = {
  host: text(1, 253)
    .superRefine((value, ctx) => {
      if (!isHost(value))
        issue(ctx, 'INVALID_FORMAT', 'Enter the name or address of a host, without its port.');
    })
    .optional(),
  port: z.int().min(1).max(65_535).optional(),
  /** TLS from the first byte, as on port 465. Otherwise STARTTLS. */
  isImplicitTls: z.boolean().optional(),
  user: credential,
  password: credential,
  apiKey: credential,
  accountSid: text(1, 64)
    .superRefine((value, ctx) => {
      if (!/^AC[0-9a-f]{32}$/i.test(value))
        issue(ctx, 'INVALID_FORMAT', 'Enter the account SID: AC and 32 digits.');
    })
    .optional(),
  authToken: credential,
  /** The address of emails, or the number, name or messaging service of SMS. */
  sender: text(1, 254).optional(),
};
export type MessageCredential = keyof typeof inputs;

/** An account for messages. Saving again replaces all of it. */
export const messageAccountSave = z.strictObject({ gateway: z.enum(messageGateways), ...inputs }).check(
  z.superRefine((value, ctx) => {
    const fields = messageCredentials[value.gateway];
    if (!fields) return;
    checkFields(ctx, value, fields, Object.keys(inputs) as MessageCredential[]);
    if (
      value.gateway === 'smtp' &&
      value.sender !== undefined &&
      !emailInput.safeParse(value.sender).success
    ) {
      issue(ctx, 'INVALID_FORMAT', 'Enter an email address.', ['sender']);
    }
    if (value.gateway !== 'smtp' && value.sender !== undefined && !/^[+\w .&-]{1,34}$/.test(value.sender)) {
      issue(ctx, 'INVALID_FORMAT', 'Enter a number, or a name of letters and digits.', ['sender']);
    }
  }, onAnyObject),
);
export type MessageAccountSave = z.output<typeof messageAccountSave>;

export const messageAccountName = z.strictObject({ gateway: z.enum(messageGateways) });

/** A gateway for messages, and the provider's account at it. Credentials are never in it. */
export const messageAccountSnapshot = z.object({
  gateway: z.enum(messageGateways),
  channel: z.enum(messageChannels),
  label: z.string(),
  isConnected: z.boolean(),
  /** Whether emails go through the mail server of the installation without an account. */
  hasDefault: z.boolean(),
  sender: z.string().nullable(),
  /** The end of the key. */
  keyLast4: z.string().nullable(),
  /** The address to enter at Africa's Talking for delivery reports; Twilio gets it with each message. Null for a mail server. */
  reportUrl: z.string().nullable(),
  updatedAt: instantOutput.nullable(),
});
export type MessageAccountSnapshot = z.output<typeof messageAccountSnapshot>;

export const messageAccounts = z.array(messageAccountSnapshot);
