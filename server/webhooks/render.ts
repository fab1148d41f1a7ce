import { type ApiVersion, NEWEST_API_VERSION } from '../contract/event-catalogue.ts';

/**
 * The body of a delivery in the shape its webhook is pinned to. The same text in gives the same bytes out, so that each
 * retry has the bytes of the first attempt. Contract: Versioning.
 * @param body the envelope in its newest shape, as it was recorded
 */
export function render(body: string, version: ApiVersion): string {
  if (version === NEWEST_API_VERSION) return body;
  const { data, ...envelope } = JSON.parse(body);
  const { changedFields: _, ...older } = data;
  return JSON.stringify({ ...envelope, apiVersion: version, data: older });
}
