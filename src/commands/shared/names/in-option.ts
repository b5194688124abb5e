import { Failure } from '../../../model/failure.ts';

/** The names in `--in <version[/documentation]>`: none, one or two. Throws `usage` for any other form. */
export function parseInside(text: string | undefined): readonly string[] {
  const names = text?.split('/') ?? [];
  if (names.length <= 2 && !names.includes('')) return names;
  throw new Failure('usage', `--in takes a version, or version/documentation, not "${text}".`, {
    hint: 'Such as --in v1.0 or --in v1.0/docs',
  });
}
