'use client';

import { MoneyText } from '@/components/format/money-text.tsx';
import { DAY_MS, daysText } from '@/server/contract/days.ts';
import type { CurrencyFigures, MonthOfCurrency } from '@/server/contract/portal/metrics.ts';
import { ageingNames } from '../invoices/labels.ts';
import { CountLink, Figure } from './figure.tsx';
import classes from './home.module.css';
import { countText, monthName, percentText, shortMonth, signed, signedMoney } from './labels.ts';
import { hrefOf } from './links.ts';

/** How long ago money arrived, by the clock of the account: "4 days old". */
function ageText(at: string, now: string): string {
  const days = Math.floor((Date.parse(now) - Date.parse(at)) / DAY_MS);
  return days < 1 ? 'less than a day old' : `${daysText(days)} old`;
}

/** The figures of one currency: recurring revenue, growth and money. */
export function RevenueFigures({ figures, now }: { figures: CurrencyFigures; now: string }) {
  const { currency, months, arpu, overdue, overdueCount, overdueAmount, unmatched } = figures;
  const [before, month] = months.slice(-2) as [MonthOfCurrency, MonthOfCurrency];
  return (
    <section aria-label="Revenue">
      <h2 className={classes.heading}>Revenue</h2>
      <div className={classes.grid}>
        <Figure
          metric="mrr"
          value={<MoneyText amount={month.mrr} currency={currency} />}
          href={hrefOf.inService(month)}
        >
          <span className="tabular">{signedMoney(month.mrr - before.mrr, currency)}</span> since{' '}
          {monthName(before.month)}
        </Figure>
        <Figure metric="inService" value={countText(month.inService)} href={hrefOf.inService(month)}>
          {countText(before.inService)} at the end of {shortMonth(before.month)}
        </Figure>
        <Figure metric="arpu" value={<MoneyText amount={arpu} currency={currency} />}>
          a month for each subscription
        </Figure>
        <Figure metric="growth" value={signed(month.netGrowth)}>
          <CountLink href={hrefOf.started(month)}>{countText(month.started)} new</CountLink>
          {' · '}
          <CountLink href={hrefOf.returned(month)}>{countText(month.returned)} returned</CountLink>
          {' · '}
          <CountLink href={hrefOf.lost(month)}>{countText(month.lost)} lost</CountLink>
        </Figure>
        <Figure metric="churn" value={percentText(month.churn)}>
          <CountLink href={hrefOf.lost(month)}>{countText(month.lost)} lost</CountLink> ·{' '}
          {shortMonth(before.month)}
          {'\u00a0'}
          {percentText(before.churn)}
        </Figure>
        <Figure
          metric="collected"
          value={<MoneyText amount={month.collected} currency={currency} />}
          href={hrefOf.payments(month)}
        >
          {countText(month.payments)} {month.payments === 1 ? 'payment' : 'payments'}
          {month.refunds > 0 && (
            <>
              {' · '}
              <CountLink href={hrefOf.refunds(month)}>
                <MoneyText amount={month.refunded} currency={currency} /> refunded
              </CountLink>
            </>
          )}
        </Figure>
        <Figure
          metric="overdue"
          value={<MoneyText amount={overdueAmount} currency={currency} />}
          href={hrefOf.overdue(currency)}
          tone={overdueCount > 0 ? 'red' : undefined}
        >
          {overdueCount === 0
            ? 'Nothing is overdue'
            : `${countText(overdueCount)} ${overdueCount === 1 ? 'invoice' : 'invoices'}`}
        </Figure>
        <section className={classes.figure} aria-label="Overdue by age">
          <div className={classes.head}>
            <h3 className={classes.title}>Overdue by age</h3>
            <span className={classes.period}>Now</span>
          </div>
          <dl className={classes.ages}>
            {(['DAYS_1_7', 'DAYS_8_30', 'OVER_30'] as const).map((ageing) => {
              const { count, amountDue } = overdue.find((each) => each.ageing === ageing) ?? {
                count: 0,
                amountDue: 0,
              };
              return (
                <div key={ageing}>
                  <dt>{ageingNames[ageing].replace(' overdue', '')}</dt>
                  <dd>
                    <CountLink href={hrefOf.ageing(currency, ageing)}>{countText(count)}</CountLink>
                  </dd>
                  <dd>
                    <MoneyText amount={amountDue} currency={currency} />
                  </dd>
                </div>
              );
            })}
          </dl>
        </section>
        {unmatched && (
          <Figure
            metric="unmatched"
            isWide
            value={<MoneyText amount={unmatched.amount} currency={currency} />}
            href={hrefOf.unmatched}
            tone="red"
          >
            {countText(unmatched.count)} {unmatched.count === 1 ? 'receipt' : 'receipts'}, the oldest{' '}
            {ageText(unmatched.oldestPaidAt, now)}
          </Figure>
        )}
      </div>
    </section>
  );
}
