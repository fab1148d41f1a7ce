import { inflateSync } from 'node:zlib';

/**
 * The text of a PDF as pdfkit writes it, a line for each piece that was set, pages apart by form feeds. It goes through
 * the fonts' own maps to Unicode, as a reader does that copies or searches text.
 */
export function pdfText(pdf: Uint8Array): string {
  const source = Buffer.from(pdf).toString('latin1');
  const objects = new Map(
    [...source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [
      id,
      body as string,
    ]),
  );
  const streamOf = (id: string | undefined) => {
    const body = objects.get(id) ?? '';
    const data = Buffer.from(/stream\n([\s\S]*?)\nendstream/.exec(body)?.[1] ?? '', 'latin1');
    return (/FlateDecode/.test(body) ? inflateSync(data) : data).toString('latin1');
  };
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body));
  return pages
    .map((page) => {
      const resources = objects.get(/\/Resources (\d+) 0 R/.exec(page)?.[1] as string) ?? page;
      const fonts = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [
          name,
          unicodeMap(streamOf(/\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1])),
        ]),
      );
      return textOf(streamOf(/\/Contents (\d+) 0 R/.exec(page)?.[1]), fonts);
    })
    .join('\f');
}

function unicodeMap(cmap: string): string[] {
  const map: string[] = [];
  for (const [, from, list] of cmap.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g)) {
    const start = Number.parseInt(from as string, 16);
    for (const [i, entry] of (list as string).trim().split(/\s+/).entries()) {
      map[start + i] = Buffer.from(entry.replace(/[<>]/g, ''), 'hex').swap16().toString('utf16le');
    }
  }
  return map;
}

function textOf(content: string, fonts: Map<string | undefined, string[]>): string {
  const pieces: string[] = [];
  let font: string[] = [];
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name) ?? [];
    else {
      const codes = [...(shown as string).matchAll(/<([0-9a-f]*)>/g)].flatMap(
        ([, hex]) => (hex as string).match(/.{4}/g) ?? [],
      );
      pieces.push(codes.map((code) => font[Number.parseInt(code, 16)] ?? '').join(''));
    }
  }
  return pieces.join('\n');
}
