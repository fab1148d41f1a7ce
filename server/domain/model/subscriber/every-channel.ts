/** The channels of a subscriber that named none. Contract: Subscriber. */
export const everyChannel = { email: true, sms: true };
