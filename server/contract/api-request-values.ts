/** Imports no library, so that pages can import it at no cost. */

/** Days for which calls of the API are kept. Contract: Request log. */
export const REQUEST_RETENTION_DAYS = 30;

/** The highest exact total of a list that is too long to count. With more rows, the total is one more. */
export const COUNTED_TO = 10_000;

export const requestMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Statuses to filter by: a class, or one status. */
export const requestStatuses = [
  ...[
    '2xx',
    '4xx',
    '5xx',
    '200',
    '201',
    '400',
    '401',
    '403',
    '404',
    '405',
    '408',
    '409',
    '413',
    '417',
    '429',
  ],
  ...['500', '502', '503'],
] as const;
