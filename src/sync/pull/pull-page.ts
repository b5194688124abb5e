/** Writes into a page's file what the platform has of it. */
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
import type { Bodies } from '../../content/page/page-file.ts';
import type { Field } from '../../model/change.ts';
import { placeOf } from '../../model/ids.ts';
import type { FilePath, Slug } from '../../model/ids.ts';
import type { LocalPage, PageInFile } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import type { Page } from '../../model/resources.ts';
import { changedFile } from '../folder/rewrite-file.ts';
import { originOf, textsOf } from '../folder/scan-links.ts';
import { keepObject } from '../journal/objects.ts';
import { headOf } from '../recognition/observe.ts';

/** A page as its file says it now. */
export interface PulledPage extends LocalPage {
  readonly text: string;
}

/**
 * Puts title, slug and body, as far as `fields` names them, into the file; the rest of it keeps every byte, links become relative again. What the file
 * held, `before`, is kept under its digest first; it is replaced at once. Throws `Failure('content')` if the file holds something else now, or
 * the text cannot stand in a page file. Resolves to the page with the file's title, digests and text from now on.
 */
export async function pullPage(
  page: Page,
  local: LocalPage,
  before: string,
  fields: readonly Field[],
  project: Project,
  pages: PageMap,
): Promise<PulledPage> {
  const titled = fields.includes('title') ? retitled(before, page.title, local) : before;
  const named = fields.includes('slug') ? withSlugOf(titled, page.slug, local.file) : titled;
  const after = fields.includes('body') ? withPage(named, page, local, pages) : named;
  if (after !== before) {
    await keepObject(project, before);
    const isReplaced = await replaceText(project, local.file, before, after);
    if (!isReplaced) throw changedFile(local.file);
  }
  const digests = digestsOf(textsOf(after, local, pages));
  // As it reads back: a header keeps no line ends and outer blanks.
  const title = fields.includes('title') ? titleIn(after) : local.title;
  return { ...local, title, ...digests, text: after };
}

const titleIn = (text: string): string => headerValue(parsePageFile(text), 'title') ?? '';

/** The text of a page file with its slug: in the header, unless the file's name says it. */
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
  // A file with one text has the newest there is.
  return had.draft === null
    ? withBodies(text, bodies(null, inFile(head, had.published)))
    : withBodies(text, bodies(inFile(head, had.draft), null));
}

const bodies = (draft: string | null, published: string | null): Bodies => ({ draft, published });

/** Whether neither the file's header nor its name says the slug: then the layout makes it of the title. */
const isSlugOfTitle = (text: string, { key, file }: PageInFile): boolean =>
  basename(file) !== `${placeOf(key).slug}.md` &&
  headerValue(parsePageFile(text), 'slug') === undefined;

/** The page file with another title. Its slug stays what it is, for another one would change the page's URL: if the title told it until now, it is written into the header. */
export function retitled(text: string, title: string, page: PageInFile): string {
  const { slug } = placeOf(page.key);
  const named = isSlugOfTitle(text, page) ? withHeaderValue(text, 'slug', slug) : text;
  return withTitle(named, title);
}
