/**
 * The links, images and synced blocks of a body. A scan finds them; parsing the page confirms them.
 */
import { placed, type TextPosition } from '../../system/findings/place.ts';
import { isImageAddress } from '../darkdown/read/vocabulary.ts';
import { contentOf, textOf } from '../darkdown/read/blocks.ts';
import type { Block, Document, Fragment } from '../darkdown/read/model.ts';
import { repairUrl } from '../darkdown/url.ts';
import { findLinks, LINK_ATTRIBUTES, unescaped } from '../links/find-links.ts';
import { lineIn } from './linkable-pages.ts';
import type { PageFile } from '../page/page-file.ts';
import type { PageReading } from './reading.ts';
import type { CheckedBody, CheckedPage } from './linkable-pages.ts';

/** Something that a body refers to. */
export interface BodyReference {
  readonly kind: 'link' | 'image' | 'synced';
  /** As written, without Markdown's escapes. */
  readonly target: string;
  /** The offset in the body. For a reference in a plugin, the offset of the plugin. */
  readonly offset: number;
  /** Whether it was found in Markdown, so that only parsing can confirm that it is a link. */
  readonly doubtful: boolean;
}

/** The references in order of place. Skips code, raw HTML and text that only shows syntax. */
export function referencesOf(document: Document): BodyReference[] {
  const found: BodyReference[] = [];
  take(document, null);
  return found;

  function take({ source, nodes }: Fragment, pinned: number | null): void {
    for (const node of nodes) {
      if (node.kind === 'markdown') {
        for (const { kind, target, start } of findLinks(source.slice(node.start, node.end))) {
          found.push({
            kind,
            target: unescaped(target).replaceAll('&amp;', '&'),
            offset: pinned ?? node.start + start,
            doubtful: true,
          });
        }
      } else if (node.kind === 'block') takeBlock(node, pinned);
    }
  }

  function takeBlock(block: Block, pinned: number | null): void {
    const offset = pinned ?? block.start;
    const add = (kind: BodyReference['kind'], target: string): void => {
      if (target !== '') found.push({ kind, target, offset, doubtful: false });
    };
    if (isImageAddress(block.name, 'url')) add('image', textOf(block.attributes, 'url'));
    if (block.name === 'synced') add('synced', textOf(block.attributes, 'id'));
    // Of other players, it is an id.
    if (block.name === 'video' && textOf(block.attributes, 'provider') === 'raw')
      add('link', textOf(block.attributes, 'videoId'));
    for (const name of LINK_ATTRIBUTES) add('link', textOf(block.attributes, name));
    const content = contentOf(block);
    const inPlace = block.notation === 'tag' && content === block.body;
    take(content, inPlace ? pinned : offset);
  }
}

/**
 * Parses each page at most once, and loads markdown-it only when a page is requested. Good for as
 * long as the synced blocks are the same.
 */
export class Readings {
  readonly #known = new WeakMap<PageFile, Promise<PageReading>>();

  of(page: CheckedPage): Promise<PageReading> {
    const known =
      this.#known.get(page.page) ?? import('./reading.ts').then(({ readPage }) => readPage(page));
    this.#known.set(page.page, known);
    return known;
  }
}

/** The references in a body that readers see, with their places in the file. */
export async function inFile<T extends BodyReference>(
  found: readonly T[],
  { page, body }: { readonly page: CheckedPage; readonly body: CheckedBody },
  readings: Readings,
): Promise<(T & TextPosition)[]> {
  const isDoubtful = found.some(({ doubtful }) => doubtful);
  const hrefs = isDoubtful ? (await readings.of(page)).hrefs.get(body) : undefined;
  const seen = found.filter(
    ({ doubtful, target }) => !doubtful || hrefs?.has(repairUrl(target)) === true,
  );
  return placed(body.document.source, seen).map((each) =>
    Object.assign(each, { line: lineIn(body, each.line) }),
  );
}
