import { formatMoney } from '@/server/contract/texts/format-money.ts';
import classes from './price-against-floor.module.css';

type PriceAgainstFloorProps = {
  /** Major units, like the floor; null where Schedule D sets none. */
  price: number;
  floor: number | null;
  currency: string;
  /** Download, in Mbps. */
  speed: number;
};

/** A price beside the floor that Schedule D sets today. */
export function PriceAgainstFloor({ price, floor, currency, speed }: PriceAgainstFloorProps) {
  if (floor === null) {
    return <p className={classes.text}>{`Schedule D has no floor for ${speed} Mbps in ${currency}.`}</p>;
  }
  const isBelow = price < floor;
  // The longer of the two takes the whole bar.
  const scale = Math.max(price, floor) || 1;
  const share = floor > 0 ? Math.round(((price - floor) / floor) * 100) : null;
  return (
    <div className={classes.root} data-below={isBelow || undefined}>
      <div className={classes.bar} aria-hidden>
        <div className={classes.price} style={{ width: `${(price / scale) * 100}%` }} />
        <div className={classes.floor} style={{ left: `${(floor / scale) * 100}%` }} />
      </div>
      <p className={classes.text}>
        <strong className="tabular">{formatMoney(price, currency)}</strong>
        {isBelow
          ? ' is below the floor of '
          : price === floor
            ? ' is exactly the floor of '
            : ' is above the floor of '}
        <strong className="tabular">{formatMoney(floor, currency)}</strong>
        {` for ${speed} Mbps${share ? ` (${share > 0 ? '+' : '−'}${Math.abs(share)} %)` : ''}.`}
        {isBelow && ' Existing subscriptions keep the price. The next change of the plan must raise it.'}
      </p>
    </div>
  );
}
