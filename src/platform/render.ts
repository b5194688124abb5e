/** The seam to darkdown: what the platform makes of a page's source. */
import type { PageFormat } from '../model/resources.ts';

/** One heading-2 section of a page; the first one is what stands before any heading. */
export interface Section {
  /** `null` for what stands before the first heading. */
  readonly title: string | null;
  readonly fragment: string | null;
  /** Plain text. */
  readonly content: string;
}

export type Render = (source: string, format: PageFormat) => string;

export const render: Render = (source) => source;

export function sectionsOf(source: string): Section[] {
  return source.split(/^(?=## )/m).map((part) => {
    const heading = /^## (.*)/.exec(part)?.[1] ?? null;
    const fragment = heading === null ? null : heading.toLowerCase().replace(/[^a-z0-9]/g, '-');
    return { title: heading, fragment, content: part };
  });
}
