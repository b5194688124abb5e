/** Raw regions: their content and their end. */
import { SPACE } from './characters.ts';
import type { Code, Html, Span } from './model.ts';
import type { Tag } from './tag.ts';
import { readTag } from './tag.ts';

/** @param content from the end of the opening tag's line to the closing tag */
export function rawNode(tag: Tag, content: string, end: number): Code | Html {
  const text = content.endsWith('\n') ? content.slice(0, -1) : content;
  const span = { start: tag.start, end, notation: 'tag' as const };
  if (tag.name === 'html') return { kind: 'html', ...span, html: text };
  const attributes = new Map(tag.attributes);
  const written = attributes.get('language');
  attributes.delete('language');
  const language = typeof written === 'string' ? written : '';
  return { kind: 'code', ...span, language, attributes, code: text };
}

/** Searches for a missing end once per page, not once per tag. */
export class RawEnds {
  readonly #source: string;
  readonly #missing = new Set<string>();
  #unbalanced = false;

  constructor(source: string) {
    this.#source = source;
  }

  /** The first `{% /name %}` at or after `from`. */
  closing(name: string, from: number): Span | undefined {
    if (this.#missing.has(name)) return undefined;
    let at = this.#source.indexOf('{%', from);
    while (at !== -1) {
      const end = closerEnd(this.#source, at, name);
      if (end !== -1) return { start: at, end };
      at = this.#source.indexOf('{%', at + 2);
    }
    this.#missing.add(name);
    return undefined;
  }

  /**
   * The end of a raw `tab`. Counts the tabs inside, because code that shows one is not escaped.
   * If tags do not balance on the page, the first closing tag counts.
   */
  closingTab(from: number): Span | undefined {
    if (this.#unbalanced) return this.closing('tab', from);
    let depth = 1;
    let at = this.#source.indexOf('{%', from);
    while (at !== -1) {
      const end = closerEnd(this.#source, at, 'tab');
      if (end !== -1) depth -= 1;
      else if (opensTab(this.#source, at)) depth += 1;
      if (depth === 0) return { start: at, end };
      at = this.#source.indexOf('{%', at + 2);
    }
    this.#unbalanced = true;
    return this.closing('tab', from);
  }
}

/** Checks the next few characters first, because most tags have another name. */
function closerEnd(source: string, at: number, name: string): number {
  const slash = source.charCodeAt(at + 2) === SPACE ? at + 3 : at + 2;
  if (source[slash] !== '/' || !source.startsWith(name, slash + 1)) return -1;
  const tag = readTag(source, at);
  return tag?.name === name && tag.close ? tag.end : -1;
}

function opensTab(source: string, at: number): boolean {
  if (!source.startsWith('{% tab ', at) && !source.startsWith('{% tab%}', at)) return false;
  const tag = readTag(source, at);
  return tag !== undefined && !tag.selfClosing;
}
