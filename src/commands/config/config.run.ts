import type { Context } from '../../context.ts';
import type { Config, Setting, Source } from '../../config/config.ts';
import type { ProfileSettings } from '../../config/settings.ts';
import { formatDuration } from '../../model/time.ts';
import type { Style } from '../../ui/style.ts';
import { widthOf, wrap } from '../../ui/width.ts';

/** Prints the settings. Makes no request. */
export async function showSettings(context: Context): Promise<void> {
  await context.ui.result(await context.config(), configView);
}

/** One line per setting: its name, its value and where the value came from. Where lines are too narrow, the value is on lines of its own. */
function configView(config: Config, style: Style): string {
  const row = <T>({ value, source }: Setting<T>, show: (value: T) => string) =>
    [style.text(show(value)), style.dim(style.text(sourceText(source)))] as const;
  const shown: Record<keyof ProfileSettings | 'profile', readonly [string, string]> = {
    profile: row(config.profile, (value) => value ?? '(none)'),
    baseUrl: row(config.baseUrl, String),
    content: row(config.content, (value) => value.map(({ path }) => path).join(', ')),
    references: row(
      config.references,
      (value) => value.map(({ file }) => file).join(', ') || '(none)',
    ),
    translations: row(
      config.translations,
      (value) =>
        value.map(({ of, in: folders }) => `${of}: ${folders.join(', ')}`).join('; ') || '(none)',
    ),
    checks: row(
      config.checks,
      (value) =>
        Object.entries(value)
          .map(([rule, how]) => `${rule}: ${how}`)
          .join(', ') || '(none)',
    ),
    project: row(config.project, (value) => (value === null ? '(none)' : String(value))),
    changelogs: row(
      config.changelogs,
      (value) =>
        Object.entries(value)
          .map(([path, id]) => `${path} (${id})`)
          .join(', ') || '(none)',
    ),
    publish: row(config.publish, String),
    besideGithubSync: row(config.besideGithubSync, String),
    site: row(config.site, (value) => value ?? '(none)'),
    editUrl: row(config.editUrl, (value) => value ?? '(none)'),
    timeout: row(config.timeoutMs, formatDuration),
    maxWait: row(config.maxWaitMs, (ms) => (ms === null ? 'no limit' : formatDuration(ms))),
  };
  const rows = Object.entries(shown).map(([name, [value, source]]) => [name, value, source]);
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
