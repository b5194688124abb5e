/** The export of the project, or of one version. */
import { around } from '../resources/surroundings-queries.ts';
import { WRITER } from '../../content/page/visibility.ts';
import { statement } from '../database/sql.ts';
import { Refusal } from '../refusal.ts';
import { render } from '../render.ts';
import type { Call, Handlers, ProjectRules } from '../request/call.ts';
import { decodeQuery, named, queryText } from '../request/decode.ts';
import { recordAudit } from '../resources/audit.ts';
import { CHANGELOGS, POSTS } from '../resources/changelogs.ts';
import { DOCUMENTATIONS, NAV_MARKS } from '../resources/documentations.ts';
import { PAGES } from '../resources/pages.ts';
import { REFERENCES } from '../resources/references.ts';
import { VERSIONS, findVersion } from '../resources/versions.ts';
import { listedInApi } from '../revision.ts';
import { type Actor, type Store, type VisibleVersions, sees } from '../store.ts';
import type { ExportedChangelog } from './changelogs.ts';
import type { ExportedDocumentation, ExportedVersion, PlacedPageRow } from './outline.ts';

export const EXPORT = {
  places: statement<PlacedPageRow>(`
    SELECT id, title, category_id AS "categoryId", parent_id AS "parentId", position FROM page
    WHERE documentation_id = ? ORDER BY position, id`),
};

export interface ExportedProject {
  readonly versions: readonly ExportedVersion[];
  /** Changelogs with posts. Empty if one version is exported. */
  readonly changelogs: readonly ExportedChangelog[];
}

/**
 * The content of an export except the pages' texts, read in one transaction: the project with its
 * changelogs, or one version. Adds an entry to the audit log, with the revision's name for the
 * format.
 */
export function projectOutline(
  store: Store,
  { format, version: slug }: { readonly format: string; readonly version: string | undefined },
  actor: Actor,
  scope: VisibleVersions,
): Promise<ExportedProject> {
  return store.change(actor, async (change) => {
    const { sql } = change;
    const versions =
      slug === undefined
        ? (await sql.all(VERSIONS.all)).filter(({ id }) => sees(scope, id))
        : [await findVersion(sql, { slug }, scope)];
    const all = await sql.all(DOCUMENTATIONS.all);
    const exported: ExportedVersion[] = [];
    for (const version of versions) {
      const documentations: ExportedDocumentation[] = [];
      for (const documentation of all.filter(({ versionId }) => versionId === version.id)) {
        documentations.push({
          documentation,
          marks: await sql.all(NAV_MARKS.ofDocumentation, documentation.id),
          pages: await sql.all(EXPORT.places, documentation.id),
        });
      }
      const references = await sql.all(REFERENCES.ofVersion, version.id);
      exported.push({ version, documentations, references });
    }
    const changelogs: ExportedChangelog[] = [];
    for (const changelog of slug === undefined ? await sql.all(CHANGELOGS.all) : []) {
      const posts = await sql.all(POSTS.all, changelog.id);
      if (posts.length > 0) changelogs.push({ changelog, posts });
    }
    await recordAudit(change, {
      entity: 'project',
      entityId: 'project',
      versionId: null,
      operation: 'READ',
      message: 'Project exported',
      details: { format, ...(slug === undefined ? {} : { version: slug }) },
    });
    return { versions: exported, changelogs };
  });
}

/** docs/service.md, "Operations". */
export const exportRoutes = (
  store: Store,
  { plan, revision }: ProjectRules,
): Handlers<'exportProject'> => ({
  async exportProject({ query, actor, scope }: Call) {
    const { format = 'darkdown', version_slug: version } = decodeQuery(query, {
      format: named(revision.exportFormats),
      version_slug: queryText,
    });
    if (plan !== 'enterprise') {
      throw new Refusal('invalid', 'Upgrade Plan: the export needs the enterprise plan');
    }
    const [{ archive }, { changelogEntries, inFormat }, { entriesOf }, { pageText }] =
      await Promise.all([
        import('./archive.ts'),
        import('./changelogs.ts'),
        import('./outline.ts'),
        import('./page-text.ts'),
      ]);
    const words = Object.entries(revision.exportFormats);
    const { versions, changelogs } = await projectOutline(
      store,
      { format: words.find(([, meant]) => meant === format)?.[0] ?? format, version },
      actor,
      scope,
    );
    const textOf = async (id: number): Promise<string | undefined> => {
      // It may have been deleted since the outline was read.
      const page = await store.read((sql) => sql.get(PAGES.byId, id));
      if (!page) return undefined;
      const listed = listedInApi(revision, {
        listed: page.listed === 1,
        hasPublished: page.published !== null,
      });
      const bodies = await render(page, format, around(store, page, { scope, reader: WRITER }));
      return pageText(page, bodies, listed);
    };
    const entries = [
      ...entriesOf(versions),
      ...changelogEntries(await inFormat(changelogs, format)),
    ];
    return {
      contentType: 'application/zip',
      body: archive(entries, textOf, new Date(store.now() * 1000)),
      headers: { 'Content-Disposition': 'attachment; filename="export.zip"' },
    };
  },
});
