/** The parts of a file that pages have as samples: the file, lines, or a region with a name. Pure. */

/** Lines of a sample, without common indentation and empty lines around it. */
export interface CutSample {
  readonly lines: readonly string[];
  /** The number of each line in the file, from 1. */
  readonly at: readonly number[];
}

/** A sample that is cut when it is needed, or why there is none. */
export type Sample =
  /** `length`: in characters, at least that of its lines. */
  | { readonly length: number; readonly cut: () => CutSample }
  /** A sentence; `near`: names that were possible; `hint`: what to do. */
  | {
      readonly problem: (file: string) => string;
      readonly near?: readonly string[];
      readonly hint?: string;
    };

/** What begins and ends a comment that may go on after its line. */
const BLOCKS = [
  ['/*', '*/'],
  ['<!--', '-->'],
  ['<%--', '--%>'],
  ['{{!--', '--}}'],
  ['{/*', '*/}'],
  ['(*', '*)'],
  ['@*', '*@'],
  ['{-', '-}'],
  ['{#', '#}'],
] as const;

/**
 * What begins a comment up to the end of the line. Signs that are also operators, options or quotes
 * need a space after them, or the sign of the marker.
 */
const TO_LINE_END =
  /^(?:\/\/[/!]*|#+|;+|%+|(?:--+|::)(?=[ \t#[])|['!](?=[ \t])|@?(?:rem|REM)(?=[ \t]))/;

/** The text of a trimmed line that is one comment and nothing else. Null: it has code. */
function commentIn(line: string): string | null {
  for (const [begin, end] of BLOCKS) {
    if (!line.startsWith(begin)) continue;
    const at = line.indexOf(end, begin.length);
    if (at !== line.length - end.length) return null;
    return line
      .slice(begin.length, at)
      .replace(/^[*!]+/, '')
      .replace(/[-*]+$/, '')
      .trim();
  }
  const sign = TO_LINE_END.exec(line)?.[0];
  return sign === undefined ? null : line.slice(sign.length).trim();
}

/**
 * The comments `#region name`, `region name`, `pragma region name`. What follows the name is free,
 * if it cannot be a rule of CSS; at the end, nothing follows it.
 */
const REGION =
  /^#?(?:pragma[ \t]+)?(?:(end)region(?:[ \t]+(?:\/\/[ \t]*)?\w[\w.-]*)?|region(?:[ \t]+(\w[\w.-]*)(?:[ \t][^{}]*)?)?)(?<!,)$/;

/** The same of AsciiDoc, `tag::name[]`, and of MkDocs, `[start:name]`, `--8<-- [start:name]`. */
const TAG =
  /^(?:-{1,8}8<-{1,8}[ \t]*)?(?:(tag|end)::([\w.-]+)\[\]|\[(start|end):[ \t]*([\w.-]+)\])$/;

/** A line of MkDocs is a marker without being a comment, too. */
const SCISSORS = /^\W{0,8}?(-{1,8}8<-{1,8}[ \t]*\[(?:start|end):[ \t]*[\w.-]+\])\W{0,8}$/;

/** The longest sample, in characters: a page has many. */
const MAX_LENGTH = 64 * 1024;

/** The longest line that may be a marker, in characters. */
const MAX_MARKER_LINE = 300;

interface Region {
  readonly from: number;
  /** The index of the line with its end. Null: there is none. */
  to: number | null;
}

/** A file with samples. Its lines and regions are found once. */
export class SampledFile {
  readonly lines: readonly string[];
  readonly regions = new Map<string, Region[]>();
  /** The first and the last line of each region. One without the other is code. */
  readonly markers = new Set<number>();
  /** Where each line begins, and where the last one ends. */
  readonly #starts: readonly number[];

  constructor(text: string) {
    // For Markdown a lone carriage return ends a line, too.
    this.lines = text
      .replace(/^\u{feff}/u, '')
      .replaceAll(/\r\n?/g, '\n')
      .replace(/\n$/, '')
      .split('\n');
    let start = 0;
    this.#starts = [0, ...this.lines.map((line) => (start += line.length + 1))];
    const open: Region[] = [];
    const tags = new Map<string, Region>();
    for (const [index, whole] of this.lines.entries()) {
      if (whole.length > MAX_MARKER_LINE) continue;
      const line = whole.trim();
      const comment = commentIn(line) ?? SCISSORS.exec(line)?.[1];
      if (comment === undefined) continue;
      const region = REGION.exec(comment);
      const [isTag, ofTag, tag, ofStart, start] = region ? [] : (TAG.exec(comment) ?? []);
      const named = tag ?? start ?? '';
      if (region?.[1] !== undefined) this.#end(open.pop(), index);
      else if (region) open.push(this.#begin(region[2], index));
      else if ((ofTag ?? ofStart) === 'end') this.#end(tags.get(named), index);
      else if (isTag !== undefined) tags.set(named, this.#begin(named, index));
    }
  }

  #begin(name: string | undefined, index: number): Region {
    const region: Region = { from: index + 1, to: null };
    if (name === undefined) return region;
    const known = this.regions.get(name);
    if (known) known.push(region);
    else this.regions.set(name, [region]);
    return region;
  }

  #end(region: Region | undefined, index: number): void {
    if (region === undefined || region.to !== null) return;
    region.to = index;
    this.markers.add(region.from - 1).add(index);
  }

  /** The characters of the lines from `from` up to `to`, with their line ends. */
  lengthOf(from: number, to: number): number {
    return (this.#starts[to] ?? 0) - (this.#starts[from] ?? 0);
  }
}

/** A part of a file. `name`: of a region, `L10-L20`, or empty for the file. */
export function sampleOf(source: SampledFile, name: string): Sample {
  const { lines } = source;
  if (name === '') return partBetween(source, [0, lines.length], source.markers);
  const range = /^L(\d{1,9})(?:-L?(\d{1,9}))?$/.exec(name);
  if (range) {
    const [from, to] = [Number(range[1]), Number(range[2] ?? range[1])];
    if (from >= 1 && from <= to && to <= lines.length) {
      // Whoever counts lines wants these, whatever they are.
      return partBetween(source, [from - 1, to], new Set());
    }
    const asked = from === to ? `line ${from}` : `lines ${from} to ${to}`;
    return { problem: (file) => `"${file}" has no ${asked}: it has ${lines.length}.` };
  }
  const [region, another] = source.regions.get(name) ?? [];
  if (region === undefined) {
    const near = [...source.regions.keys()];
    return { problem: (file) => `"${file}" has no region "${name}".`, near };
  }
  if (another) return { problem: (file) => `"${file}" has several regions "${name}".` };
  if (region.to === null) {
    return { problem: (file) => `The region "${name}" of "${file}" does not end.` };
  }
  return partBetween(source, [region.from, region.to], source.markers);
}

/** The lines from `from` up to `to`, without those in `markers`. */
function partBetween(
  source: SampledFile,
  [from, to]: readonly [number, number],
  markers: ReadonlySet<number>,
): Sample {
  const length = source.lengthOf(from, to);
  if (length > MAX_LENGTH) {
    return { problem: (file) => `"${file}" is too long for a sample: it has more than 64 kB.` };
  }
  return { length, cut: () => cutBetween(source, [from, to], markers) };
}

function cutBetween(
  { lines }: SampledFile,
  [from, to]: readonly [number, number],
  markers: ReadonlySet<number>,
): CutSample {
  const code: string[] = [];
  const at: number[] = [];
  for (let index = from; index < to; index += 1) {
    const line = lines[index] ?? '';
    if (markers.has(index)) continue;
    code.push(line.trim() === '' ? '' : line);
    at.push(index + 1);
  }
  const first = code.findIndex((line) => line !== '');
  const last = code.findLastIndex((line) => line !== '');
  const kept = first === -1 ? [] : code.slice(first, last + 1);
  const indent = commonIndent(kept);
  return { lines: kept.map((line) => line.slice(indent)), at: at.slice(first, last + 1) };
}

/** How many spaces and tabs all lines with text begin with. */
function commonIndent(lines: readonly string[]): number {
  let common: string | undefined;
  for (const line of lines) {
    if (line === '') continue;
    const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
    common ??= indent;
    let same = 0;
    while (same < common.length && common[same] === indent[same]) same += 1;
    common = common.slice(0, same);
  }
  return common?.length ?? 0;
}
