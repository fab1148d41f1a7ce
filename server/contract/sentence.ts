/** Imports no library, so that pages can import it at no cost. */

/** A part of a sentence. Instants and money stay data, so that each reader formats them. */
export type SentencePart =
  | { kind: 'text'; text: string }
  | { kind: 'time'; at: string; detail?: 'day' }
  /** In major units. */
  | { kind: 'money'; amount: number; currency: string };

export type Sentence = SentencePart[];

type Value = string | number | SentencePart | Sentence;

/** A sentence from a template; parts and whole sentences may stand between the texts. */
export function say(texts: TemplateStringsArray, ...values: Value[]): Sentence {
  const parts = texts.flatMap((text, i) => [
    asParts(text),
    i < values.length ? asParts(values[i] ?? '') : [],
  ]);
  return joinTexts(parts.flat());
}

/** Several sentences as one, with spaces between them. */
export function together(sentences: Sentence[]): Sentence {
  return joinTexts(sentences.flatMap((sentence, i) => (i === 0 ? sentence : [...asParts(' '), ...sentence])));
}

/** A list as people write it: `a`, `a and b`, `a, b and c`. */
export function listed(items: Value[]): Sentence {
  return joinTexts(
    items.flatMap((item, i) => {
      const before = i === 0 ? '' : i === items.length - 1 ? ' and ' : ', ';
      return [...asParts(before), ...asParts(item)];
    }),
  );
}

/** A calendar day in the reader's time zone. */
export function day(at: string): SentencePart {
  return { kind: 'time', at, detail: 'day' };
}

/** An instant, to the minute. */
export function instant(at: string): SentencePart {
  return { kind: 'time', at };
}

/** An amount in major units. */
export function money(amount: number, currency: string): SentencePart {
  return { kind: 'money', amount, currency };
}

type Format = {
  money: (amount: number, currency: string) => string;
  time: (at: string, detail?: 'day') => string;
};

/** A sentence as plain text. */
export function sentenceText(sentence: Sentence, format: Format): string {
  return sentence
    .map((part) => {
      if (part.kind === 'text') return part.text;
      return part.kind === 'money'
        ? format.money(part.amount, part.currency)
        : format.time(part.at, part.detail);
    })
    .join('');
}

function asParts(value: Value): Sentence {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' ? [value] : [{ kind: 'text', text: String(value) }];
}

function joinTexts(parts: Sentence): Sentence {
  const joined: Sentence = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind === 'text' && part.text === '') continue;
    if (part.kind === 'text' && last?.kind === 'text') {
      joined[joined.length - 1] = { kind: 'text', text: last.text + part.text };
    } else joined.push(part);
  }
  return joined;
}
