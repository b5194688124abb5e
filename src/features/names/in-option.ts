import { Failure } from '../../model/failure.ts';

/** What `--in <version[/documentation]>` says: no names, one or two. Throws `usage` if it says something else. */
export function parseInside(text: string | undefined): readonly string[] {
  const names = text?.split('/') ?? [];
  if (names.length <= 2 && !names.includes('')) return names;
  throw new Failure('usage', `--in takes a version, or version/documentation, not "${text}".`, {
    hint: 'Such as --in v1.0 or --in v1.0/docs',
  });
}
