import { departureOperations } from '../../contract/operations/departure.ts';
import { countDepartureReasons, listDepartures, sumDepartures } from '../../domain/departure/read.ts';
import { read } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

export const departureRouter = routerOf(departureOperations, {
  list: read(listDepartures),
  totals: read(sumDepartures),
  reasons: read(countDepartureReasons),
});
