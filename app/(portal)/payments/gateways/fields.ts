import type { CredentialField } from '@/components/forms/credential-inputs.tsx';
import type { GatewayName } from '@/server/contract/enums.ts';
import type { CredentialName } from '@/server/contract/portal/gateway-account.ts';

/** What staff enter for an account, in the words of the gateway. */
export const gatewayFields: Record<GatewayName, readonly CredentialField<CredentialName>[]> = {
  stripe: [
    { name: 'secretKey', label: 'Secret key', description: 'Stripe: Developers, API keys', isSecret: true },
    {
      ...{ name: 'webhookSecret', label: 'Webhook signing secret', isSecret: true },
      description: 'Stripe: Developers, Webhooks, the endpoint with the address above',
    },
  ],
  paystack: [
    { name: 'secretKey', label: 'Secret key', description: 'Paystack: Settings, API keys', isSecret: true },
  ],
  mpesa: [
    { name: 'consumerKey', label: 'Consumer key', description: 'Daraja: My apps', isSecret: true },
    { name: 'consumerSecret', label: 'Consumer secret', isSecret: true },
    {
      ...{ name: 'shortCode', label: 'Short code' },
      description: 'The paybill number; for a till, the number of its store',
    },
    {
      name: 'passkey',
      label: 'Passkey',
      description: 'Sent by Safaricom when the app goes live',
      isSecret: true,
    },
    {
      name: 'tillNumber',
      label: 'Till number',
      description: 'Only for a till (Buy Goods)',
      isOptional: true,
    },
    {
      ...{ name: 'initiator', label: 'Initiator for reversals', isOptional: true },
      description:
        'A user of the M-Pesa portal who may reverse payments. Without one you return refunds yourself',
    },
    {
      ...{ name: 'securityCredential', label: 'Security credential', isSecret: true, isOptional: true },
      description: 'The encrypted password of the initiator',
    },
  ],
};

/** Where the address for reports is entered; M-Pesa gets it from Demarc. */
export const addressHints: Record<GatewayName, string> = {
  stripe: 'Enter it in Stripe under Developers, Webhooks.',
  paystack: 'Enter it in Paystack under Settings, API keys and webhooks.',
  mpesa: 'Demarc registers it with M-Pesa. You enter it nowhere.',
};
