import { type ApiVersion, NEWEST_API_VERSION } from '../contract/event-catalogue.ts';

/**
 * The body of a delivery in the API version of its webhook. It is deterministic: each retry has the bytes of the first
 * attempt. Contract: Versioning.
 * @param body the recorded envelope, in the newest API version
 */
export function render(body: string, version: ApiVersion): string {
  if (version === NEWEST_API_VERSION) return body;
  const { data, ...envelope } = JSON.parse(body);
  const { changedFields: _, ...older } = data;
  return JSON.stringify({ ...envelope, apiVersion: version, data: older });
}
