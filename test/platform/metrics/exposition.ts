/** A reader of the text format of Prometheus, version 0.0.4, after its specification. Of what the specification leaves open, it takes what `prom-client` writes: empty lines, and families without samples. */

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Family {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const HEAD = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`, 's');
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`, 's');
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/;
const TYPES: ReadonlySet<string> = new Set(['counter', 'gauge', 'histogram']);
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  counter: [''],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
};

/** @throws Error that names the line, or the family whose samples contradict each other */
export function readExposition(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families = new Map<string, { type: string; help: string; samples: Sample[] }>();
  let current: string | undefined;
  const seen = new Set<string>();
  for (const line of text.slice(0, -1).split('\n')) {
    if (line === '') continue;
    const bad = (why: string) => new Error(`${why}: ${line}`);
    const head = HEAD.exec(line);
    if (head) {
      const [, kind, name = '', rest = ''] = head;
      if (kind === 'HELP') {
        if (families.has(name)) throw bad('a second HELP');
        if (!/^(?:[^\\]|\\[\\n])*$/.test(rest)) throw bad('a backslash that escapes nothing');
        families.set(name, { type: '', help: rest, samples: [] });
      } else {
        const family = families.get(name);
        if (!family || family.type !== '' || name !== current) throw bad('TYPE is not after HELP');
        if (!TYPES.has(rest)) throw bad('no such type');
        family.type = rest;
      }
      current = name;
      continue;
    }
    const [, name, inside, number = ''] = SAMPLE.exec(line) ?? [];
    const family = families.get(current ?? '');
    if (name === undefined || !family) throw bad('not a sample');
    const endings = (ENDINGS[family.type] ?? []).map((ending) => `${current}${ending}`);
    if (!endings.includes(name)) throw bad(`not of ${current}, a ${family.type}`);
    const labels = labelsIn(inside ?? '', bad);
    const id = `${name}${idOf(labels)}`;
    if (seen.has(id)) throw bad('twice');
    seen.add(id);
    family.samples.push({ name, labels, value: numberIn(number, bad) });
  }
  for (const [name, family] of families) {
    if (family.type === 'counter' && !name.endsWith('_total')) throw new Error(`${name}: _total`);
    if (family.type === 'histogram') checkHistogram(name, family.samples);
    if (family.samples.some(({ value }) => family.type !== 'gauge' && value < 0)) {
      throw new Error(`${name} is below 0`);
    }
  }
  return families;
}

/** The same for the same labels in another order. */
const idOf = (labels: Readonly<Record<string, string>>): string =>
  JSON.stringify(
    labels,
    Object.keys(labels).toSorted((a, b) => (a < b ? -1 : 1)),
  );

function labelsIn(text: string, bad: (why: string) => Error): Record<string, string> {
  const labels: Record<string, string> = {};
  let rest = text;
  while (rest !== '') {
    const [all, name = '', value = ''] = LABEL.exec(rest) ?? [];
    if (all === undefined) throw bad('not a label');
    if (name in labels || name.startsWith('__')) throw bad('a label that cannot be');
    labels[name] = value.replace(/\\(.)/g, (_, escaped: string) =>
      escaped === 'n' ? '\n' : escaped,
    );
    rest = rest.slice(all.length);
  }
  return labels;
}

function numberIn(text: string, bad: (why: string) => Error): number {
  if (text === '+Inf') return Infinity;
  if (!/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(text)) throw bad('not a number');
  return Number(text);
}

function checkHistogram(name: string, samples: readonly Sample[]): void {
  const series = new Map<string, Sample[]>();
  for (const sample of samples) {
    const { le: _, ...labels } = sample.labels;
    const key = idOf(labels);
    series.set(key, [...(series.get(key) ?? []), sample]);
  }
  for (const each of series.values()) {
    const buckets = each.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) =>
      labels['le'] === '+Inf' ? Infinity : Number(labels['le']),
    );
    const counts = buckets.map(({ value }) => value);
    const isRising = (numbers: readonly number[], strictly: boolean) =>
      numbers.every((n, at) => {
        const before = numbers[at - 1] ?? -Infinity;
        return strictly ? n > before : n >= before;
      });
    const total = each.find((sample) => sample.name === `${name}_count`);
    const sum = each.find((sample) => sample.name === `${name}_sum`);
    if (!isRising(bounds, true) || bounds.at(-1) !== Infinity) throw new Error(`${name}: bounds`);
    if (!isRising(counts, false)) throw new Error(`${name}: counts`);
    if (!sum || total?.value !== counts.at(-1)) throw new Error(`${name}: sum or count`);
  }
}
