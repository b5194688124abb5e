import type { Page } from '../../model/resources.ts';

/** The page for output: without the time of the answer. */
export function pageDocument(page: Page): Page {
  const { answeredAt: _, ...document } = page;
  return document;
}
