/** The values of announcements. Imports no library, so that pages can import it at no cost. */

export const announcementKinds = ['NOTICE', 'OUTAGE', 'RESOLVED'] as const;
export type AnnouncementKind = (typeof announcementKinds)[number];

/** The lists from which the readers are chosen. Of subscriptions and demarcation points they are the customers behind them. */
export const announcementLists = ['subscribers', 'subscriptions', 'demarcation-points'] as const;

/** The longest text that the page of a customer shows about an outage, in characters. */
export const maxPageText = 500;
