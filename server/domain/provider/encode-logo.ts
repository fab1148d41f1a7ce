import { createHash } from 'node:crypto';
import { invalid } from '../../contract/errors.ts';
import { createFairPlaces } from '../../fair-places.ts';

/** The largest size of a stored logo, in pixels: twice what pages and invoices show. */
const WIDTH = 480;
const HEIGHT = 160;

/** The most pixels of a file. More take too much memory to decode. */
const MAX_PIXELS = 4_000 * 4_000;

/** The longest side of a file, in pixels. To scale one of 16 million by 1 takes many seconds. */
const MAX_SIDE = 10_000;

/** The time to decode and encode, in seconds. */
const SECONDS = 10;

/** The first bytes of the formats that are taken. The decoders of others are never reached. */
const SIGNATURES = [Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('ffd8ff', 'hex')];

/** One file at a time is decoded, whatever the number of requests: it takes memory outside the heap. Accounts take turns. */
const decoder = createFairPlaces({ places: 1, waiting: 50 });

/**
 * Decodes a PNG or a JPEG and encodes its pixels as a PNG of at most 480 by 160, so that nothing else of the file is kept. Threads of
 * the library do the work, so no request waits for it.
 * @throws VALIDATION_FAILED at `image` for any other file, a broken one, and one of more than 16 million pixels or 10,000 on a side;
 *   SERVICE_UNAVAILABLE where too many wait
 */
export async function encodeLogo(providerId: string, file: Buffer) {
  if (!SIGNATURES.some((signature) => file.subarray(0, signature.length).equals(signature))) {
    throw refused('Choose a PNG or a JPEG.');
  }
  return decoder.run(providerId, () => encode(file));
}

async function encode(file: Buffer) {
  // Loaded with the first logo: most processes encode none.
  const { default: sharp } = await import('sharp');
  // The library's cache of operations keeps decoders: after forty refused files it held 750 MB.
  sharp.cache(false);
  try {
    const image = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
    const { width, height } = await image.metadata();
    if (Math.max(width, height) > MAX_SIDE) throw new Error('one side is too long');
    const { data, info } = await image
      .autoOrient()
      .resize({ width: WIDTH, height: HEIGHT, fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .png({ compressionLevel: 9 })
      .timeout({ seconds: SECONDS })
      .toBuffer({ resolveWithObject: true });
    const version = createHash('sha256').update(data).digest('hex').slice(0, 16);
    return { png: data.toString('base64'), width: info.width, height: info.height, version };
  } catch {
    throw refused('The file is broken, or has more than 16 million pixels, or 10,000 on a side.');
  }
}

function refused(message: string) {
  return invalid([{ field: 'image', code: 'INVALID_FORMAT', message }]);
}
