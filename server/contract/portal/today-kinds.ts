/** What may need a person today, in the order of the page. Imports no library, so that pages can import it at no cost. */
export const todayKinds = [
  'MONEY_UNMATCHED',
  'REFUNDS_DUE',
  'PROMISES_ENDING',
  'SUSPENSIONS_DUE',
  'INSTALLATIONS_LATE',
  'INSTALLATIONS_TODAY',
  'IMPORTS_UNFINISHED',
  'WEBHOOKS_FAILING',
  'INTEGRATIONS_FAILING',
] as const;
export type TodayKind = (typeof todayKinds)[number];
