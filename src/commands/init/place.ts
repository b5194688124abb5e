/** A place as people type it: `version/documentation`. Pure. */
import { isUsualSlug, readableSlug } from '../../content/slug.ts';
import { Failure } from '../../model/failure.ts';
import type { ContentPlace } from './document.ts';

export const placeWords = ({ version, documentation }: ContentPlace): string =>
  `${version}/${documentation}`;

/** The two names in a text, which may be titles. Throws `usage` if there are not two. */
export function splitPlace(text: string): ContentPlace {
  const [version = '', documentation = '', ...rest] = text.trim().split('/');
  if (version !== '' && documentation !== '' && rest.length === 0)
    return { version, documentation };
  const isEmpty = text.trim() === '';
  const message = isEmpty ? 'No place was given.' : `"${text}" is not a version/documentation.`;
  throw new Failure('usage', message, { hint: 'Write version/documentation, such as v1.0/docs' });
}

/** The same, of names that can be parts of an address. Throws `usage` for others. */
export function parsePlace(text: string): ContentPlace {
  const place = splitPlace(text);
  const wrong = [place.version, place.documentation].find((name) => !isPartOfAddress(name));
  if (wrong === undefined) return place;
  throw new Failure('usage', `"${wrong}" cannot be part of an address.`, {
    hint: `Use letters, digits and hyphens: ${readableSlug(wrong) ?? 'guide'}`,
  });
}

/** Whether a version or a documentation can have this slug. */
export const isPartOfAddress = (name: string): boolean => isUsualSlug(name) && !/^\.+$/.test(name);
