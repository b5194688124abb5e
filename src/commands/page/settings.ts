import type { Page } from '../../model/resources.ts';
import type { PageDocument } from './document.ts';

/** The page for output: without the times of the answer. */
export function pageDocument(page: Page): PageDocument {
  const { answeredAt: _, sentAt: __, ...document } = page;
  return document;
}
