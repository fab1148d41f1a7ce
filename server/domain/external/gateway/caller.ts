import { type GatewayName, railTitles } from '../../../contract/enums.ts';
import type { Caller } from '../../../work/scope.ts';

/** The caller of changes that a gateway reports or answers. */
export function gatewayCaller(gateway: GatewayName): Caller {
  return { type: 'system', name: railTitles[gateway] };
}
