import { expect, test } from 'vitest';
import { withServerAddress } from './server-address.ts';

const address = 'https://billing.example';

test.each([
  ['curl "$DEMARC_BASE_URL/v1/plans" -H x', 'curl "https://billing.example/v1/plans" -H x'],
  [
    "export DEMARC_BASE_URL=$(node -p 'x')\nexport Y=1",
    'export DEMARC_BASE_URL=https://billing.example\nexport Y=1',
  ],
  ["baseUrl: process.env.DEMARC_BASE_URL ?? '',", "baseUrl: 'https://billing.example',"],
  ['BASE = os.environ["DEMARC_BASE_URL"]', 'BASE = "https://billing.example"'],
  ['os.Getenv("DEMARC_BASE_URL") + "/v1/"', '"https://billing.example" + "/v1/"'],
  ['echo $DEMARC_BASE_URLS', 'echo $DEMARC_BASE_URLS'],
])('%s', (code, shown) => {
  expect(withServerAddress(code, address)).toBe(shown);
});
