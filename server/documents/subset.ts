import { packageFile } from './font-families.ts';
import type { Font } from './fonts.ts';

/** The functions of HarfBuzz's subsetter, in their C form: numbers are addresses. */
type Subsetter = Record<string, (...numbers: number[]) => number> & { memory: WebAssembly.Memory };

// Of hb_subset_flags_t: no hinting, the ids of glyphs stay, the outline of the glyph of missing characters stays, and no
// glyph is added because a layout rule leads to it.
const FLAGS = 0x1 | 0x2 | 0x40 | 0x200;
/** HB_SUBSET_SETS_DROP_TABLE_TAG */
const DROPPED_TABLES = 3;
/** Tables that a PDF does not use: it has the glyphs in place. */
const UNUSED = [
  'GSUB',
  'GPOS',
  'GDEF',
  'kern',
  'name',
  'post',
  'OS/2',
  'cmap',
  'STAT',
  'gasp',
  'DSIG',
  'MVAR',
];
const WRITABLE = 2;

let loaded: Subsetter | undefined;

function subsetter(): Subsetter {
  if (!loaded) {
    const code = new WebAssembly.Module(packageFile('harfbuzzjs/dist/harfbuzz-subset.wasm') as BufferSource);
    loaded = new WebAssembly.Instance(code).exports as Subsetter;
    loaded._initialize?.();
  }
  return loaded;
}

const tag = (name: string) => Buffer.from(name.padEnd(4)).readUInt32BE();

/**
 * A TrueType file with some glyphs of a font, at its weight. The ids of the glyphs are the same as in the font.
 * @throws Error when the font cannot be subset
 */
export function subsetOf({ name, file, axis }: Font, glyphs: Iterable<number>): Uint8Array {
  const hb = subsetter() as Required<Subsetter>;
  const call = (fn: string, ...numbers: number[]) => (hb[fn] as (...numbers: number[]) => number)(...numbers);
  const at = call('malloc', file.length);
  new Uint8Array(hb.memory.buffer).set(file, at);
  const blob = call('hb_blob_create', at, file.length, WRITABLE, 0, 0);
  const face = call('hb_face_create', blob, 0);
  const input = call('hb_subset_input_create_or_fail');
  call('hb_subset_input_set_flags', input, FLAGS);
  const wanted = call('hb_subset_input_glyph_set', input);
  for (const glyph of glyphs) call('hb_set_add', wanted, glyph);
  const dropped = call('hb_subset_input_set', input, DROPPED_TABLES);
  for (const table of UNUSED) call('hb_set_add', dropped, tag(table));
  if (axis !== null) call('hb_subset_input_pin_axis_location', input, face, tag('wght'), axis);
  const subset = call('hb_subset_or_fail', face, input);
  try {
    if (!subset) throw new Error(`${name} cannot be subset`);
    const out = call('hb_face_reference_blob', subset);
    const start = call('hb_blob_get_data', out, 0);
    const bytes = new Uint8Array(hb.memory.buffer).slice(start, start + call('hb_blob_get_length', out));
    call('hb_blob_destroy', out);
    return bytes;
  } finally {
    if (subset) call('hb_face_destroy', subset);
    call('hb_subset_input_destroy', input);
    call('hb_face_destroy', face);
    call('hb_blob_destroy', blob);
    call('free', at);
  }
}
