import { fullNameOf } from '../../../contract/full-name.ts';
import type { Customer, Issuer } from '../../../documents/invoice-facts.ts';
import { find } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';
import { issuerOf } from '../provider/issuer.ts';
import { logoOf } from '../provider/logo.ts';
import { subscriberResource } from '../subscriber/resource.ts';

/**
 * The sender and the recipient of a document for a subscriber.
 * @throws NOT_FOUND for the subscriber
 */
export async function partiesOf(
  scope: Scope,
  subscriberId: string,
): Promise<{ issuer: Issuer; customer: Customer }> {
  const [issuer, logo, row] = await Promise.all([
    issuerOf(scope),
    logoOf(scope),
    find(scope, subscriberResource, subscriberId),
  ]);
  // The other columns, such as metadata, are not on it: a letter in them would load a font.
  const { companyName, taxId, email, accountNumber, street, city, region, postalCode, country } = row;
  return {
    issuer: { ...issuer, logo },
    customer: {
      ...{ name: fullNameOf(row), companyName, taxId, email, accountNumber },
      ...{ street, city, region, postalCode, country },
    },
  };
}
