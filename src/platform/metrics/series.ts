/** Numbers in the text format of Prometheus, version 0.0.4. */

/** The samples of one name, ready to be written. */
export interface Family {
  /** Its lines, each with a newline. Empty if nothing was measured yet. */
  text(): string;
}

/** Values of labels, in the order of their names. They must come from a small set: each combination is kept for ever. */
type Values = readonly string[];

const escapedHelp = (text: string): string => text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n');

const escapedValue = (text: string): string => escapedHelp(text).replace(/"/g, '\\"');

function written(value: number): string {
  if (Number.isFinite(value)) return String(value);
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? '+Inf' : '-Inf';
}

const labelled = (names: readonly string[], values: Values): string =>
  names.length === 0
    ? ''
    : `{${names.map((name, n) => `${name}="${escapedValue(values[n] ?? '')}"`).join(',')}}`;

interface Described {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

const headed = ({ name, help }: Described, type: string, lines: readonly string[]): string =>
  lines.length === 0
    ? ''
    : [`# HELP ${name} ${escapedHelp(help)}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');

/** Separates values in keys of maps. */
const BETWEEN = '\u0000';

/** A number that only grows. Its name ends in `_total`. */
export class Counter implements Family {
  readonly #described: Described;
  readonly #counts = new Map<string, { readonly values: Values; count: number }>();

  constructor(described: Described) {
    this.#described = described;
  }

  add(...values: Values): void {
    const key = values.join(BETWEEN);
    const known = this.#counts.get(key);
    if (known) known.count += 1;
    else this.#counts.set(key, { values, count: 1 });
  }

  text(): string {
    const { name, labels = [] } = this.#described;
    const lines = [...this.#counts.values()].map(
      ({ values, count }) => `${name}${labelled(labels, values)} ${count}`,
    );
    if (labels.length === 0 && lines.length === 0) lines.push(`${name} 0`);
    return headed(this.#described, 'counter', lines);
  }
}

/** Numbers that are read when they are asked for. */
export class Gauge implements Family {
  readonly #described: Described;
  readonly #type: 'gauge' | 'counter';
  readonly #read: () => Iterable<readonly [value: number, ...labels: Values]>;

  constructor(
    described: Described,
    type: 'gauge' | 'counter',
    read: () => Iterable<readonly [value: number, ...labels: Values]>,
  ) {
    this.#described = described;
    this.#type = type;
    this.#read = read;
  }

  text(): string {
    const { name, labels = [] } = this.#described;
    const lines = Array.from(
      this.#read(),
      ([value, ...values]) => `${name}${labelled(labels, values)} ${written(value)}`,
    );
    return headed(this.#described, this.#type, lines);
  }
}

interface Buckets {
  readonly values: Values;
  /** One for each bound, without those of the bounds below. */
  readonly counts: number[];
  sum: number;
  count: number;
}

/** How long things take, in seconds: how many took up to each bound. */
export class Histogram implements Family {
  readonly #described: Described;
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Buckets>();

  /** @param bounds in seconds, rising; the one without end is added */
  constructor(described: Described, bounds: readonly number[]) {
    this.#described = described;
    this.#bounds = bounds;
  }

  observe(seconds: number, ...values: Values): void {
    const key = values.join(BETWEEN);
    let series = this.#series.get(key);
    if (!series) {
      series = { values, counts: this.#bounds.map(() => 0), sum: 0, count: 0 };
      this.#series.set(key, series);
    }
    const at = this.#bounds.findIndex((bound) => seconds <= bound);
    if (at !== -1) series.counts[at] = (series.counts[at] ?? 0) + 1;
    series.sum += seconds;
    series.count += 1;
  }

  text(): string {
    const lines = [...this.#series.values()].flatMap((series) => this.#lines(series));
    return headed(this.#described, 'histogram', lines);
  }

  #lines({ values, counts, sum, count }: Buckets): string[] {
    const { name, labels = [] } = this.#described;
    const bucket = (bound: string, upTo: number): string =>
      `${name}_bucket${labelled([...labels, 'le'], [...values, bound])} ${upTo}`;
    let upTo = 0;
    const lines = this.#bounds.map((bound, n) => {
      upTo += counts[n] ?? 0;
      return bucket(written(bound), upTo);
    });
    const labelText = labelled(labels, values);
    return [
      ...lines,
      bucket('+Inf', count),
      `${name}_sum${labelText} ${written(sum)}`,
      `${name}_count${labelText} ${count}`,
    ];
  }
}
