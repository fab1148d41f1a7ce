import { africastalking } from './africastalking.ts';
import type { SmsGateway } from './gateway.ts';
import { twilio } from './twilio.ts';

export const smsGateways = { africastalking, twilio } satisfies Record<string, SmsGateway>;
export type SmsGatewayName = keyof typeof smsGateways;
