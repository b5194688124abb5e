import type { Context } from '../../context.ts';
import type { Config, Setting, Source } from '../../config/config.ts';
import { formatDuration } from '../../model/duration.ts';
import type { Style } from '../../ui/style.ts';
import { widthOf, wrap } from '../../ui/width.ts';

/** Prints the settings. Makes no request. */
export async function showSettings(context: Context): Promise<void> {
  await context.ui.result(await context.config(), configView);
}

/** One line per setting: its name, its value and where the value came from. Where lines are too narrow, the value is on lines of its own. */
function configView(config: Config, style: Style): string {
  const row = <T>(name: string, { value, source }: Setting<T>, show: (value: T) => string) => [
    name,
    style.text(show(value)),
    style.dim(style.text(sourceText(source))),
  ];
  const rows = [
    row('profile', config.profile, (value) => value ?? '(none)'),
    row('baseUrl', config.baseUrl, String),
    row('content', config.content, (value) => value.map(({ path }) => path).join(', ')),
    row(
      'references',
      config.references,
      (value) => value.map(({ file }) => file).join(', ') || '(none)',
    ),
    row(
      'checks',
      config.checks,
      (value) =>
        Object.entries(value)
          .map(([rule, how]) => `${rule}: ${how}`)
          .join(', ') || '(none)',
    ),
    row(
      'changelogs',
      config.changelogs,
      (value) =>
        Object.entries(value)
          .map(([path, id]) => `${path} (${id})`)
          .join(', ') || '(none)',
    ),
    row('publish', config.publish, String),
    row('besideGithubSync', config.besideGithubSync, String),
    row('site', config.site, (value) => value ?? '(none)'),
    row('timeout', config.timeoutMs, formatDuration),
    row('maxWait', config.maxWaitMs, (ms) => (ms === null ? 'no limit' : formatDuration(ms))),
  ];
  const heading =
    config.file === null
      ? `No config file was found; paths are relative to ${style.text(config.root)}`
      : style.text(config.file);
  const table = style.table(rows, { whole: true });
  const isWide = table.split('\n').every((line) => widthOf(line) <= style.width);
  return `${heading}\n\n${isWide ? table : rows.map((each) => narrow(each, style)).join('\n')}`;
}

function narrow([name = '', value = '', source = '']: readonly string[], { width }: Style): string {
  return [`${name} (${source})`, ...wrap(value.split(' '), width, 2)].join('\n');
}

function sourceText(source: Source): string {
  switch (source.kind) {
    case 'flag':
      return source.name;
    case 'environment':
      return `environment: ${source.name}`;
    case 'profile':
      return `profile ${source.name}`;
    case 'file':
      return 'config file';
    case 'default':
      return 'default';
    default:
      return source satisfies never;
  }
}
