type Address = {
  street: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  country: string | null;
};

/** An address as it would stand on an envelope. */
export function addressLines({ street, city, region, postalCode, country }: Address): string[] {
  const place = [postalCode, city].filter(Boolean).join(' ');
  const lines = [street, place, region, country && countryName(country)];
  return lines.filter((line): line is string => Boolean(line));
}

function countryName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
}
