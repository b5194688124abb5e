import type { Style } from '../../ui/style.ts';

export const demoTitle = (_: null, style: Style): string =>
  [
    style.bold('Lapwing is a weather station that does not exist. Its documentation does:'),
    'two versions, two documentations, and an API definition, in a folder of files.',
    style.dim('The platform runs in memory: no account, no network, and nothing is left behind.'),
  ].join('\n');

interface Step {
  readonly title: string;
  readonly command: readonly string[];
  /** What happens before the command; null if nothing does. */
  readonly before: string | null;
}

export const demoStep = ({ title, command, before }: Step, style: Style): string =>
  [
    '',
    style.bold(style.cyan(`— ${title}`)),
    ...(before === null ? [] : [style.dim(before)]),
    `${style.dim('$')} docs ${command.join(' ')}`,
  ].join('\n');

export const demoEnd = (_: unknown, style: Style): string =>
  [
    '',
    style.bold('Next, with your own pages:'),
    '  docs platform start --from <folder>   a platform on this machine, for trials',
    '  docs status                           what a push would do',
    '  docs init                             set up your own project',
    '  docs --help                           all commands',
  ].join('\n');
