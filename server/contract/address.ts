export type Address = {
  street: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
};

const countries = new Intl.DisplayNames('en', { type: 'region' });

/** The lines of an address, the same on pages, documents and emails; unknown parts are left out. */
export function addressLines({ street, city, region, postalCode, country }: Address): string[] {
  const place = [postalCode, city].filter(Boolean).join(' ');
  const lines = [street, place, region, country && (countries.of(country) ?? country)];
  return lines.filter((line): line is string => Boolean(line));
}
