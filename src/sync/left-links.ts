/** Links to files that were renamed or removed: they lead nowhere, and would be sent as they stand. */
import { posix } from 'node:path';
import { fileTargetsOf } from '../content/link-targets.ts';
import type { Plan } from '../model/change.ts';
import { Failure } from '../model/failure.ts';
import type { PageKey } from '../model/ids.ts';
import { placeOf } from '../model/ids.ts';
import { headText } from '../model/local.ts';
import type { LocalPage, LocalProject } from '../model/local.ts';
import type { TextReader } from './texts.ts';

/** Pages named in a warning; of more it has the number. */
const NAMED = 3;

/** Empty where the file changed meanwhile: it will not be sent. */
function textOf(page: LocalPage, texts: TextReader): string {
  try {
    return headText(texts.read(page)) ?? '';
  } catch (error) {
    if (error instanceof Failure) return '';
    throw error;
  }
}

/**
 * A warning for each such file that pages which are to be sent link to. `gone`: keys of the pages that it was. Reads what is to be
 * updated, where there are any of these.
 */
export function leftLinks(
  { changes }: Plan,
  gone: Iterable<PageKey>,
  local: LocalProject,
  texts: TextReader,
): readonly string[] {
  const names = new Set(Array.from(gone, (key) => `${placeOf(key).slug}.md`));
  if (names.size === 0) return [];
  const sources = new Map<string, PageKey[]>();
  for (const change of changes) {
    const page = change.key === null ? undefined : local.pages.get(change.key);
    if (!page || change.kind !== 'update' || !change.fields.includes('body')) continue;
    // What led to a page is translated by now.
    for (const target of fileTargetsOf(textOf(page, texts)).pages) {
      const name = posix.basename(target);
      if (names.has(name)) sources.set(name, [...(sources.get(name) ?? []), page.key]);
    }
  }
  return [...sources].map(([name, keys]) => {
    const rest = keys.length > NAMED ? ` and ${keys.length - NAMED} more` : '';
    const named = keys.slice(0, NAMED).join(', ') + rest;
    return `There is no ${name} any more, and ${named} would be sent with links to it: let them lead elsewhere first. docs check lists them.`;
  });
}
