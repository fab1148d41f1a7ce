export type Address = {
  street: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
};

const countries = new Intl.DisplayNames('en', { type: 'region' });

/** An address as it would stand on an envelope, the same on pages, documents and in emails; unknown parts leave no gap. */
export function addressLines({ street, city, region, postalCode, country }: Address): string[] {
  const place = [postalCode, city].filter(Boolean).join(' ');
  const lines = [street, place, region, country && (countries.of(country) ?? country)];
  return lines.filter((line): line is string => Boolean(line));
}
