import { Direction, Feature, Buffer as ShapeBuffer, shape as shapeBuffer } from 'harfbuzzjs';
import type { Font } from './fonts.ts';
import type { Item } from './paragraph.ts';

/** A glyph in drawing order. Distances in units of the font. */
export type Glyph = { id: number; advance: number; dx: number; dy: number };

/** The glyphs of one cluster, and the text that they show: none for a direction mark. */
export type Cluster = { start: number; text: string; glyphs: Glyph[] };

/** Clusters of one font, from left to right. */
export type Run = { font: Font; clusters: Cluster[] };

/**
 * What a reader that copies text need not find. Joiners are spelling, but readers of right-to-left text take a letter with
 * a joiner for the end of a word.
 */
const UNSEEN = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;
const UNSEEN_FROM_RIGHT = /\p{Default_Ignorable_Code_Point}/gu;

const buffer = new ShapeBuffer();
const TABULAR = [new Feature('tnum', 1)];

/**
 * Shapes an item of a line: joins Arabic, forms conjuncts, places marks, mirrors brackets that run from right to left.
 * @param line the text that gives the context of joining; positions of the item count from its start
 */
export function shape(line: string, { start, end, font, level }: Item, isTabular: boolean): Run {
  const isRightToLeft = level % 2 === 1;
  buffer.reset();
  buffer.addText(line, start, end - start);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
  shapeBuffer(font.shaper, buffer, isTabular ? TABULAR : []);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const clusters: Cluster[] = [];
  infos.forEach(({ codepoint, cluster }, i) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
    const glyph = { id: codepoint, advance: xAdvance, dx: xOffset, dy: yOffset };
    const last = clusters.at(-1);
    if (last?.start === cluster) last.glyphs.push(glyph);
    else clusters.push({ start: cluster, text: '', glyphs: [glyph] });
  });
  const starts = [...new Set(clusters.map((each) => each.start)), end].sort((one, other) => one - other);
  const next = new Map(starts.map((at, i) => [at, starts[i + 1] ?? end]));
  for (const cluster of clusters) {
    const text = line.slice(cluster.start, next.get(cluster.start));
    cluster.text = text.replace(isRightToLeft ? UNSEEN_FROM_RIGHT : UNSEEN, '');
  }
  return { font, clusters };
}
