import { Chalk } from 'chalk';
import { cleanBlock, cleanLine } from '../model/text/clean.ts';
import type { Mask } from '../model/text/mask.ts';
import { formatTable, type Cells, type TableOptions } from './table.ts';

/** What a view may know about its output. */
export interface Style {
  /** The maximum number of columns in a line; `Infinity` if the output is not a terminal. */
  readonly width: number;
  /** Milliseconds since 1970, for relative times. */
  readonly now: number;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
  /** Text from a platform or a file, for one line: without control characters. */
  readonly text: (text: string) => string;
  /** The same, for several lines. */
  readonly block: (text: string) => string;
  /** Columns by visible width, cut so that a line fits in `width`. Cells must be clean text. */
  readonly table: (rows: readonly Cells[], options?: TableOptions) => string;
}

export interface StyleOptions {
  readonly colour: boolean;
  readonly width: number;
  readonly now: number;
  /** Hides the key of the run in texts. */
  readonly hide?: Mask;
}

export function createStyle({ colour, width, now, hide = (text) => text }: StyleOptions): Style {
  const chalk = new Chalk({ level: colour ? 1 : 0 });
  return {
    width,
    now,
    bold: (text) => chalk.bold(text),
    dim: (text) => chalk.dim(text),
    red: (text) => chalk.red(text),
    green: (text) => chalk.green(text),
    yellow: (text) => chalk.yellow(text),
    cyan: (text) => chalk.cyan(text),
    text: (text) => cleanLine(hide(text)),
    block: (text) => cleanBlock(hide(text)),
    table: (rows, options) => formatTable(rows, width, options),
  };
}

/** NO_COLOR and FORCE_COLOR, as defined at https://no-color.org and https://force-color.org. */
export function wantsColour(
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
  flag: boolean,
): boolean {
  if (!flag || env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return isTerminal && env['TERM'] !== 'dumb';
}
