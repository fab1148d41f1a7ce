import { createHash } from 'node:crypto';

/**
 * The end of a demo key. It follows from the account, so that each process finds the same keys without a file, and staff can connect
 * a gateway again after they have disconnected it.
 */
function ending(providerId: string, system: string): string {
  return `demo${createHash('sha256').update(`${system} of ${providerId}`).digest('hex').slice(0, 20)}`;
}

/** The credentials with which the demo account reaches its stand-ins. All are test credentials; no external system has them. */
export function demoKeys(providerId: string) {
  const key = (system: string) => ending(providerId, system);
  return {
    router: key('router'),
    stripe: { secretKey: `sk_test_${key('stripe')}`, webhookSecret: `whsec_${key('stripe webhook')}` },
    paystack: { secretKey: `sk_test_${key('paystack')}` },
    mpesa: {
      ...{ consumerKey: key('mpesa'), consumerSecret: key('mpesa secret'), passkey: key('mpesa passkey') },
      ...{ shortCode: '123456', initiator: 'demo', securityCredential: key('mpesa initiator') },
    },
    sms: { user: 'demo', apiKey: `atsk_${key('sms')}` },
    mail: { host: 'mail.demo-isp.example', user: 'demo', password: key('mail') },
    splynx: { apiKey: key('splynx'), apiSecret: key('splynx secret') },
  };
}

export type DemoKeys = ReturnType<typeof demoKeys>;
