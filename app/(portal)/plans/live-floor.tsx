import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { type FloorTier, floorFor, MAX_DOWNLOAD_MBPS, PLAN_TYPE } from '@/server/contract/floors.ts';
import { formatMoney } from '@/server/contract/texts/format-money.ts';
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
  const { tone, text } = compareWithFloor(
    floors,
    currency,
    Number(downloadSpeedMbps),
    price === '' ? null : Number(price),
  );
  return (
    <p id={id} className={classes.root} data-tone={tone} role="status">
      {tone === 'below' && <IconAlertTriangle size={15} aria-hidden />}
      {tone === 'fine' && <IconCheck size={15} aria-hidden />}
      {text}
    </p>
  );
}

type Result = { tone: 'open' | 'fine' | 'below'; text: string };

function compareWithFloor(
  floors: FloorTier[],
  currency: string,
  speed: number,
  price: number | null,
): Result {
  if (!currency || !speed) {
    return { tone: 'open', text: 'The lowest price depends on currency and download speed.' };
  }
  if (speed > MAX_DOWNLOAD_MBPS) {
    return { tone: 'below', text: `Plans go up to ${MAX_DOWNLOAD_MBPS} Mbps.` };
  }
  const floor = floorFor(floors, { planType: PLAN_TYPE, priceCurrency: currency, downloadSpeedMbps: speed });
  if (floor === null)
    return { tone: 'open', text: `Schedule D has no floor for ${speed} Mbps in ${currency}.` };
  const floorText = `Floor for ${speed} Mbps: ${formatMoney(floor, currency)}`;
  if (price === null) return { tone: 'open', text: `${floorText}.` };
  return price < floor
    ? { tone: 'below', text: `${floorText}. This price is below it.` }
    : { tone: 'fine', text: `${floorText}.` };
}
