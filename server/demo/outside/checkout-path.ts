/** The path of the checkout pages of the demo's gateways. */
export const CHECKOUTS_PATH = '/demo/checkout/';
