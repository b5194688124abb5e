/** What a body refers to: links, images, synced blocks. Needs no markdown-it; `readBody` tells whether a doubtful link is one. */
import { contentOf, textOf } from '../darkdown/read/blocks.ts';
import type { Block, Document, Fragment } from '../darkdown/read/model.ts';
import { findLinks, IMAGE_TAGS, LINK_ATTRIBUTES, unescaped } from '../links/find-links.ts';

/** Something that a body refers to. */
export interface BodyReference {
  readonly kind: 'link' | 'image' | 'synced';
  /** As written, without Markdown's escapes. */
  readonly target: string;
  /** The offset in the body. For what stands in a plugin, the offset of the plugin. */
  readonly offset: number;
  /** Whether it was found in Markdown, where only a whole reading tells links from text that looks like one. */
  readonly doubtful: boolean;
}

/** In order of place. Code, raw HTML and text that only shows syntax are left out. */
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
    if (IMAGE_TAGS.has(block.name)) add('image', textOf(block.attributes, 'url'));
    if (block.name === 'synced') add('synced', textOf(block.attributes, 'id'));
    for (const name of LINK_ATTRIBUTES) add('link', textOf(block.attributes, name));
    const content = contentOf(block);
    const inPlace = block.notation === 'tag' && content === block.body;
    take(content, inPlace ? pinned : offset);
  }
}
