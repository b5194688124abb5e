import type { Config, Setting, Source } from '../../config/config.ts';
import { formatDuration } from '../../model/duration.ts';
import type { Style } from '../style.ts';

/** A line for each setting: its name, its value and where that came from. */
export function configView(config: Config, style: Style): string {
  const row = <T>(name: string, { value, source }: Setting<T>, show: (value: T) => string) => [
    name,
    style.text(show(value)),
    style.dim(style.text(sourceText(source))),
  ];
  return style.table([
    row('profile', config.profile, (value) => value ?? '(none)'),
    row('baseUrl', config.baseUrl, (value) => value),
    row('content', config.content, (value) => value.map(({ path }) => path).join(', ')),
    row('references', config.references, (value) => value.map(({ file }) => file).join(', ')),
    row('publish', config.publish, String),
    row('timeout', config.timeoutMs, formatDuration),
    row('max-wait', config.maxWaitMs, formatDuration),
  ]);
}

function sourceText(source: Source): string {
  switch (source.kind) {
    case 'flag':
      return source.name;
    case 'environment':
      return `environment, ${source.name}`;
    case 'profile':
      return `profile ${source.name}, ${source.file}`;
    case 'file':
      return source.file;
    case 'default':
      return 'default';
    default:
      return source satisfies never;
  }
}
