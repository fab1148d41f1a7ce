'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { TimeText } from '@/components/format/time-text.tsx';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { HomeFigures } from '@/server/contract/portal/metrics.ts';
import type { Today } from '@/server/contract/portal/today.ts';
import { CurrencySwitch } from './currency-switch.tsx';
import { FirstSteps, isSetUp } from './first-steps.tsx';
import classes from './home.module.css';
import { OperationFigures } from './operation-figures.tsx';
import { RevenueFigures } from './revenue-figures.tsx';
import { TodayList } from './today-list.tsx';
import { Trends } from './trends.tsx';

/** How often the page reads its figures again, in ms. */
const REFRESH_MS = 60_000;

/**
 * The first page of a provider: what needs the person today, revenue, operations and twelve months, each number with the list
 * that it counts.
 */
export function HomePage({ initial, today }: { initial: HomeFigures; today: Today }) {
  const { data } = trpc.home.figures.useQuery({}, { initialData: initial, refetchInterval: REFRESH_MS });
  const [chosen, setChosen] = useQueryState('currency', parseAsString);
  const currency = data.currencies.find((each) => each.currency === chosen) ?? data.currencies[0];
  return (
    <>
      <PageHeader
        title="Home"
        description={
          <>
            As of <TimeText value={data.now} />
          </>
        }
        actions={
          data.currencies.length > 1 &&
          currency && (
            <CurrencySwitch
              currencies={data.currencies.map((each) => each.currency)}
              value={currency.currency}
              onChange={setChosen}
            />
          )
        }
      />
      <div className={classes.sections}>
        {isSetUp(data.setup) && <TodayList initial={today} />}
        {!isSetUp(data.setup) && <FirstSteps setup={data.setup} />}
        {currency && <RevenueFigures figures={currency} now={data.now} />}
        <OperationFigures figures={data} />
        {currency && <Trends figures={currency} />}
      </div>
    </>
  );
}
