/** Writes the platform's version of a page into its file. */
import { basename } from 'node:path';
import { replaceText } from '../../content/folder/replace-text.ts';
import { withRelativeLinks } from '../../content/links/link-targets.ts';
import type { PageMap } from '../../content/links/link-targets.ts';
import {
  withBodies,
  withHeaderValue,
  withoutDraft,
  withTitle,
} from '../../content/page/page-edit.ts';
import { digestsOf } from '../../content/page/page-facts.ts';
import { bodiesOf, headerValue, parsePageFile } from '../../content/page/page-file.ts';
import type { Field } from '../../model/change.ts';
import type { FilePath, Slug } from '../../model/ids.ts';
import type { LocalPage, PageTexts } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import type { Page } from '../../model/resources.ts';
import { changedFile } from '../folder/rewrite-file.ts';
import { originOf, textsAsSent } from '../folder/scan-links.ts';
import { keepLost } from '../log/lost-text.ts';
import { headOf } from '../lock/stored-page.ts';

/** A page with the new text of its file. */
export interface PulledPage extends LocalPage {
  readonly text: string;
}

/**
 * The page with those of title, slug and body that `fields` names taken from the platform. `before` is the file's
 * text; everything else in it stays the same to the byte. Links become relative again. Throws `Failure('content')` if
 * a page file cannot hold the text.
 */
export function pulledPage(
  page: Page,
  local: LocalPage,
  before: string,
  fields: readonly Field[],
  pages: PageMap,
): PulledPage {
  const titled = fields.includes('title') ? withTitle(before, page.title) : before;
  const named = fields.includes('slug') ? withSlugOf(titled, page.slug, local.file) : titled;
  const after = fields.includes('body') ? withPage(named, page, local, pages) : named;
  const digests = digestsOf(textsAsSent(after, local, pages));
  // The title as it will be read back: a header drops line ends and outer spaces.
  const title = fields.includes('title') ? titleIn(after) : local.title;
  return { ...local, title, ...digests, text: after };
}

/**
 * Writes a page's text into its file, which must hold `before`. Keeps `before` under its digest first, then
 * replaces the file atomically. Rejects with `content` if the file holds something else.
 */
export async function putPage(
  { file, text }: Pick<PulledPage, 'file' | 'text'>,
  before: string,
  project: Project,
): Promise<void> {
  if (text === before) return;
  await keepLost(project, before);
  if (!(await replaceText(project, file, before, text))) throw changedFile(file);
}

const titleIn = (text: string): string => headerValue(parsePageFile(text), 'title') ?? '';

/** The text of a page file with its slug in the header, unless the file's name has it. */
export function withSlugOf(text: string, slug: Slug, file: FilePath): string {
  const isName = basename(file) === `${slug}.md`;
  const has = headerValue(parsePageFile(text), 'slug') !== undefined;
  return isName && !has ? text : withHeaderValue(text, 'slug', slug);
}

function withPage(text: string, page: Page, local: LocalPage, pages: PageMap): string {
  const had = bodiesOf(parsePageFile(text));
  const inFile = (body: string | null | undefined, before: string | null): string | null =>
    typeof body === 'string' ? withRelativeLinks(body, originOf(local), pages, before ?? '') : null;
  const head = headOf(page);
  const hasBoth = had.draft !== null && had.published !== null;
  if (hasBoth && typeof page.contentDraft !== 'string') {
    return withBodies(withoutDraft(text), bodies(null, inFile(head, had.published)));
  }
  if (hasBoth) {
    const published = inFile(page.contentPublished, had.published);
    return withBodies(text, bodies(inFile(head, had.draft), published));
  }
  // A file with one text has the newest one.
  return had.draft === null
    ? withBodies(text, bodies(null, inFile(head, had.published)))
    : withBodies(text, bodies(inFile(head, had.draft), null));
}

const bodies = (draft: string | null, published: string | null): PageTexts => ({
  draft,
  published,
});
