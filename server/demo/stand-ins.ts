import { useStandIns } from '../stand-ins.ts';
import { demoKeys } from './keys.ts';
import { type Outside, serveApis } from './outside/api.ts';
import type { GatewayActs } from './outside/gateway-acts.ts';
import { serveMail } from './outside/mail.ts';
import type { Sale } from './outside/money.ts';
import { mpesaApi } from './outside/mpesa.ts';
import { paystack } from './outside/paystack.ts';
import { smsApi } from './outside/sms.ts';
import { type SplynxAct, splynx } from './outside/splynx.ts';
import { stripeActs, stripeApi } from './outside/stripe.ts';
import { startRouter } from './simulated-router.ts';

/** The external systems of the demo, as the pages of the demo act in them. */
export type StandIns = {
  outside: Outside;
  gateways: Record<Sale['rail'], GatewayActs>;
  splynx: (act: SplynxAct) => Promise<boolean>;
  stop(): void;
};

/**
 * Starts the stand-ins for the external systems of the demo account: its network servers, gateways, mail server and Splynx. Each is
 * reached by the demo's own key for it, over real protocols on ports of this machine, and reports to the addresses that Demarc gives.
 */
export async function startStandIns(outside: Outside): Promise<StandIns> {
  const { providerId, log } = outside;
  const keys = demoKeys(providerId);
  const paystackHere = paystack(keys, providerId);
  const splynxHere = splynx(outside);
  const [router, apis, mail] = await Promise.all([
    startRouter({ providerId, secret: keys.router, log }),
    serveApis([stripeApi, paystackHere.api, mpesaApi(keys, outside), smsApi(outside), splynxHere.api], log),
    serveMail(log),
  ]);
  const ofApis = [
    keys.stripe.secretKey,
    keys.paystack.secretKey,
    keys.mpesa.consumerKey,
    keys.sms.apiKey,
    keys.splynx.apiKey,
  ];
  const end = useStandIns(
    providerId,
    new Map([
      [keys.router, router.address],
      [keys.mail.password, mail.address],
      ...ofApis.map((secret): [string, string] => [secret, apis.address]),
    ]),
  );
  return {
    outside,
    gateways: { stripe: stripeActs(keys), paystack: paystackHere.acts },
    splynx: splynxHere.act,
    stop() {
      end();
      for (const server of [router, apis, mail]) server.stop();
    },
  };
}
