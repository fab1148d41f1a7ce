import { gatewayAccountSave } from '../contract/portal/gateway-account.ts';
import { messageAccountSave } from '../contract/portal/message-account.ts';
import { saveGatewayAccount } from '../domain/gateway-account/save.ts';
import { saveMessageAccount } from '../domain/message/accounts.ts';
import type { WriteScope } from '../work/scope.ts';
import { demoKeys } from './keys.ts';

/** Connects the accounts of the demo at gateways for money and messages, with the keys of its stand-ins. */
export async function connectAccounts(scope: WriteScope): Promise<void> {
  const { stripe, paystack, mpesa, sms, mail } = demoKeys(scope.providerId);
  for (const account of [
    { gateway: 'mpesa', ...mpesa },
    { gateway: 'stripe', ...stripe },
    { gateway: 'paystack', ...paystack },
  ]) {
    await saveGatewayAccount(scope, gatewayAccountSave.parse(account));
  }
  for (const account of [
    { gateway: 'africastalking', ...sms, sender: 'DEMOISP' },
    { gateway: 'smtp', ...mail, sender: 'billing@demo-isp.example' },
  ]) {
    await saveMessageAccount(scope, messageAccountSave.parse(account));
  }
}
