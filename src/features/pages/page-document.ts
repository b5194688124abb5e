import type { Page } from '../../model/resources.ts';

/** The page as it is printed: what the platform has of it, and nothing of the answer that told it. */
export function pageDocument(page: Page): Page {
  const { answeredAt: _, ...document } = page;
  return document;
}
