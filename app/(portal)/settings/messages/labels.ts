import type { CredentialField } from '@/components/forms/credential-inputs.tsx';
import type { MessageGatewayName } from '@/server/contract/enums.ts';
import type { MessageCredential } from '@/server/contract/portal/message-account.ts';

/** What staff enter for an account, in the words of the gateway. */
export const accountFields: Record<MessageGatewayName, readonly CredentialField<MessageCredential>[]> = {
  smtp: [
    { name: 'host', label: 'Host', description: 'Such as mail.example.com' },
    { name: 'port', label: 'Port', description: '587 by default, with STARTTLS', isOptional: true },
    { name: 'user', label: 'User', isOptional: true },
    { name: 'password', label: 'Password', isSecret: true, isOptional: true },
    { name: 'sender', label: 'Sender', description: 'The address that customers see' },
  ],
  africastalking: [
    { name: 'user', label: 'Username', description: 'That of the app; sandbox for the simulator' },
    { name: 'apiKey', label: 'API key', description: 'Settings, API key', isSecret: true },
    { name: 'sender', label: 'Sender ID', description: 'A registered name or short code', isOptional: true },
  ],
  twilio: [
    { name: 'accountSid', label: 'Account SID' },
    { name: 'authToken', label: 'Auth token', isSecret: true },
    { name: 'sender', label: 'Sender', description: 'A number, a name, or a messaging service (MG…)' },
  ],
};
