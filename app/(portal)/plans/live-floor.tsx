import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { formatMoney } from '@/components/format/format-money.ts';
import { type FloorTier, floorFor, MAX_DOWNLOAD_MBPS, PLAN_TYPE } from '@/server/contract/floors.ts';
import classes from './live-floor.module.css';

type LiveFloorProps = {
  id: string;
  floors: FloorTier[];
  currency: string;
  downloadSpeedMbps: number | '' | string;
  price: number | '' | string;
};

/** The Schedule D floor for the values of the form, beside the price. */
export function LiveFloor({ id, floors, currency, downloadSpeedMbps, price }: LiveFloorProps) {
  const { tone, words } = judge(
    floors,
    currency,
    Number(downloadSpeedMbps),
    price === '' ? null : Number(price),
  );
  return (
    <p id={id} className={classes.root} data-tone={tone} role="status">
      {tone === 'below' && <IconAlertTriangle size={15} aria-hidden />}
      {tone === 'fine' && <IconCheck size={15} aria-hidden />}
      {words}
    </p>
  );
}

type Judgement = { tone: 'open' | 'fine' | 'below'; words: string };

function judge(floors: FloorTier[], currency: string, speed: number, price: number | null): Judgement {
  if (!currency || !speed) {
    return { tone: 'open', words: 'The lowest price depends on currency and download speed.' };
  }
  if (speed > MAX_DOWNLOAD_MBPS) {
    return { tone: 'below', words: `Plans go up to ${MAX_DOWNLOAD_MBPS} Mbps.` };
  }
  const floor = floorFor(floors, { planType: PLAN_TYPE, priceCurrency: currency, downloadSpeedMbps: speed });
  if (floor === null)
    return { tone: 'open', words: `Schedule D has no floor for ${speed} Mbps in ${currency}.` };
  const told = `Floor for ${speed} Mbps: ${formatMoney(floor, currency)}`;
  if (price === null) return { tone: 'open', words: `${told}.` };
  return price < floor
    ? { tone: 'below', words: `${told}. This price is below it.` }
    : { tone: 'fine', words: `${told}.` };
}
