/** What a site knows about a page file without its text. */
import { readSync } from 'node:fs';
import { oversized, readText, withFile } from '../../system/files/read.ts';
import type { Unreadable } from '../../system/files/read.ts';
import type { SeenPage } from '../../content/folder/read-folder.ts';
import { entryFactsOf } from '../../content/page/page-facts.ts';
import {
  bodiesOf,
  headerProblem,
  headerValues,
  parsePageFile,
} from '../../content/page/page-file.ts';
import type { PageFile } from '../../content/page/page-file.ts';
import { type Restrictions, restrictionsOf } from '../../content/page/page-restriction.ts';
import { unreadyOf } from '../../content/page/unready.ts';
import type { VisibilityInput } from '../../content/page/visibility.ts';

export interface SeenPageFile extends SeenPage {
  readonly navTitle: string | null;
  readonly description: string;
  readonly restrictions: Restrictions;
  readonly hasPublished: boolean;
  readonly hasDraft: boolean;
}

/** Longer than any real header. */
const HEAD_BYTES = 4096;

/** One buffer for all files. */
const HEAD = Buffer.allocUnsafeSlow(HEAD_BYTES);

/**
 * What the file at `path` says about itself; `null`: it is gone. If the head is wanted and
 * sufficient, the rest is not read, and it is not checked whether the file is ready.
 */
export function readAbout(
  path: string,
  wanted: 'head' | 'whole',
): SeenPageFile | Unreadable | null {
  const head = wanted === 'head' ? headOf(path) : null;
  const page = head === null ? null : parsePageFile(head);
  if (page !== null && tellsAll(page)) return aboutOf(page);
  const read = readText(path);
  return read === null || 'problem' in read ? read : aboutText(read.text);
}

function aboutText(text: string): SeenPageFile | Unreadable {
  const file = parsePageFile(text);
  const tooLarge = headerProblem(file);
  if (tooLarge !== undefined) return oversized(tooLarge);
  const unready = unreadyOf(text, file);
  return unready === undefined ? aboutOf(file) : { ...aboutOf(file), unready };
}

/** Replaces a page file that cannot be read: title and slug then come from its name. */
export const ABOUT_UNREAD: SeenPageFile = { ...aboutOf(parsePageFile('')), isUnreadable: true };

/** What may begin a second header, which may hold the page back. */
const SECOND = /^\s*(?:---|\+\+\+|$)/;

/**
 * Only the header, because a part of a text keeps the whole text in memory. `null`: a complete
 * reading finds the reason.
 */
function headOf(path: string): string | null {
  try {
    return withFile(path, 'page', (file) => {
      const length = readSync(file, HEAD, 0, HEAD_BYTES, 0);
      const fence = HEAD.subarray(0, length).indexOf('\n---');
      const end = fence === -1 ? -1 : HEAD.subarray(0, length).indexOf('\n', fence + 1);
      if (end === -1 || SECOND.test(HEAD.toString('latin1', end, length))) return null;
      return HEAD.toString('utf8', 0, end + 1);
    });
  } catch {
    return null;
  }
}

/**
 * Whether the header is enough. If a draft follows it, it is unknown whether there is a published
 * text, too.
 */
const tellsAll = ({ header, sections: [first] }: PageFile): boolean =>
  header !== null && first.name !== 'draft' && first.source === '';

/** @param page the whole page file, or its header alone */
function aboutOf(page: PageFile): SeenPageFile {
  const values = headerValues(page);
  const { draft, published } = bodiesOf(page);
  const value = (key: string): string => values.get(key)?.trim() ?? '';
  return {
    facts: entryFactsOf(values),
    navTitle: value('index_title') || null,
    description: value('description'),
    restrictions: restrictionsOf(page),
    hasPublished: published !== null,
    hasDraft: draft !== null,
  };
}

/**
 * The visibility that a new page would have after `push --publish`: a page that is held back is a
 * draft. A page for an audience is not: only members of the audience see it, once the audience is
 * set up.
 */
export function visibilityAsPushed(
  { hasPublished, hasDraft }: Pick<SeenPageFile, 'hasPublished' | 'hasDraft'>,
  { listed, hidden, audience, above, reasons }: Restrictions,
): VisibilityInput {
  const isHeld = reasons.some(({ kind }) => kind !== 'audience');
  return {
    listed,
    hidden,
    audience,
    ...(above.length > 0 && { above }),
    hasPublished: hasPublished && !isHeld,
    hasDraft: hasDraft || (isHeld && hasPublished),
  };
}
