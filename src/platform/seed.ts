import type { SharedContent } from '../content/folder/shared-content.ts';
import { Failure } from '../model/failure.ts';
import { definitionOrFail } from './definition/read.ts';
import type { Seed } from './platform-options.ts';
import { Refusal } from './refusal.ts';
import { ensureDocumentation } from './resources/documentations.ts';
import { ensureReference } from './resources/references.ts';
import { putShared } from './resources/shared.ts';
import { ensureVersion } from './resources/versions.ts';
import type { Actor, Store } from './store.ts';

/**
 * Creates what the seed names and the project lacks: versions by slug, documentations by version
 * and slug, categories and references by title. Existing ones stay as they are, so that a platform
 * can be started again with the same seed, and several instances at once. Variables and synced
 * blocks get the seed's values, because nothing else can change them.
 * @throws Failure `content` if a definition cannot be read or a value is too long
 */
export async function applySeed(store: Store, seed: Seed, actor: Actor): Promise<void> {
  const versionIds = new Map<string, number>();
  for (const version of seed.versions) {
    versionIds.set(version.slug, (await ensureVersion(store, version, actor)).id);
  }
  const idOf = (slug: string): number => {
    const id = versionIds.get(slug);
    if (id === undefined) throw new Failure('content', `The folder has no version "${slug}".`);
    return id;
  };
  for (const { version, ...documentation } of seed.documentations) {
    await ensureDocumentation(store, { ...documentation, versionId: idOf(version) }, actor);
  }
  if (seed.shared) await ensureShared(store, seed.shared, actor);
  for (const { version, slug, file, definition, published = true } of seed.references) {
    const { title, text } = await definitionOrFail(definition, file);
    const versionId = idOf(version);
    await ensureReference(store, versionId, { title, slug, text, publish: published }, actor);
  }
}

async function ensureShared(store: Store, shared: SharedContent, actor: Actor): Promise<void> {
  try {
    await putShared(store, shared, actor);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Failure('content', `Variables and synced blocks: ${error.message}.`, {
      hint: 'Correct it in the folder that --from names',
      cause: error,
    });
  }
}
