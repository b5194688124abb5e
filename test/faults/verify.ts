import { samePage } from '../../src/content/darkdown/print/canonical.ts';
import { digestOf } from '../../src/content/digest.ts';
import { lockIn } from '../support/lock.ts';
import { expectedPages } from './scenario.ts';
import type { TestPlatform } from '../support/platform.ts';

/**
 * What is wrong on the platform and in the lock after all was done, one sentence each: pages that
 * are missing, double or with another text, and lock lines that differ from the platform.
 */
export async function faultsFound(platform: TestPlatform, project: string): Promise<string[]> {
  const pages = await platform.admin.pages();
  const lock = await lockIn(project);
  const expected = expectedPages();
  const found: string[] = [];

  for (const [slug, body] of expected) {
    const same = pages.filter((page) => page.slug === slug);
    const [page] = same;
    if (!page) found.push(`${slug} is lost`);
    else if (same.length > 1) found.push(`${slug} is there ${same.length} times`);
    else {
      if (page.draft !== null) found.push(`${slug} has a draft left`);
      if (page.published === null) found.push(`${slug} is not published`);
      else if (!samePage(page.published, body)) found.push(`${slug} has another text`);
      const line = [...lock.pages.values()].find(({ id }) => id === page.id);
      if (!line) found.push(`${slug} is not in the lock`);
      else if (page.published !== null && line.published !== digestOf(page.published))
        found.push(`the lock has another text of ${slug}`);
      else if (line.draft !== null) found.push(`the lock has a draft of ${slug}`);
    }
  }
  for (const { slug, id } of pages) {
    if (!expected.has(slug)) found.push(`${slug} (${id}) should not be there`);
  }
  if (lock.pages.size !== expected.size) found.push(`the lock has ${lock.pages.size} pages`);
  return found;
}
