import type { DocumentationId, PageKey, VersionId } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import { documentationsOf } from '../snapshot/documentation-key.ts';
import type { KnownDates, Lock } from './lock.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** The lock with these lines and what is known of dates; its head names the versions and documentations that they are in. */
export function lockAfter(
  lines: ReadonlyMap<PageKey, BasePage>,
  snapshot: Pick<Snapshot, 'versions' | 'documentations'>,
  before: Lock,
  dates: KnownDates,
): Lock {
  const documentations = new Map<string, DocumentationId>();
  for (const name of documentationsOf(lines.keys())) {
    const id = snapshot.documentations.get(name) ?? before.documentations.get(name);
    if (id !== undefined) documentations.set(name, id);
  }
  const versions = new Map<string, VersionId>();
  for (const name of documentations.keys()) {
    const slug = name.slice(0, name.indexOf('/'));
    const id = snapshot.versions.get(slug) ?? before.versions.get(slug);
    if (id !== undefined) versions.set(slug, id);
  }
  return { versions, documentations, pages: lines, dates };
}
