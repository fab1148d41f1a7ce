import type { RailName } from '../contract/enums.ts';
import { manual } from './manual.ts';
import { mpesa } from './mpesa.ts';
import { paystack } from './paystack.ts';
import type { Rail } from './rail.ts';
import { simulated } from './simulated.ts';
import { stripe } from './stripe.ts';

export const rails: Record<RailName, Rail> = { manual, simulated, stripe, mpesa, paystack };

/** The rail of a stored payment. */
export function railOf({ rail: name }: { rail: string }): Rail {
  const rail = Object.values(rails).find((each) => each.name === name);
  if (!rail) throw new Error(`there is no rail ${name}`);
  return rail;
}
