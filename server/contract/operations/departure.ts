import { portalRead } from '../operation.ts';
import {
  departureFilters,
  departureList,
  departurePage,
  departureReasonCounts,
  departureTotals,
} from '../portal/departure.ts';

export const departureOperations = {
  list: portalRead({ permission: 'read', input: departureList, output: departurePage }),
  totals: portalRead({ permission: 'revenue:read', input: departureFilters, output: departureTotals }),
  reasons: portalRead({ permission: 'read', input: departureFilters, output: departureReasonCounts }),
};
