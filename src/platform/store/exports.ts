import type { Actor, VisibleVersions } from './actor.ts';
import { sees } from './actor.ts';
import { recordAudit } from './audit.ts';
import type { StoreCore } from './core.ts';
import { CHANGELOGS, POSTS, type ChangelogRow, type PostRow } from './statements/changelogs.ts';
import { EXPORT, type PageFileRow, type PlacedPageRow } from './statements/export.ts';
import { REFERENCES, type ReferenceRow } from './statements/references.ts';
import {
  DOCUMENTATIONS,
  NAV_MARKS,
  VERSIONS,
  type DocumentationRow,
  type NavMarkRow,
  type VersionRow,
} from './statements/structure.ts';
import { findVersion } from './versions.ts';

export interface ExportedVersion {
  readonly version: VersionRow;
  readonly documentations: readonly ExportedDocumentation[];
  readonly references: readonly ReferenceRow[];
}

export interface ExportedChangelog {
  readonly changelog: ChangelogRow;
  /** Oldest first. */
  readonly posts: readonly PostRow[];
}

export interface ExportedProject {
  readonly versions: readonly ExportedVersion[];
  /** Changelogs with posts. Empty if one version is exported. */
  readonly changelogs: readonly ExportedChangelog[];
}

export interface ExportedDocumentation {
  readonly documentation: DocumentationRow;
  readonly marks: readonly NavMarkRow[];
  readonly pages: readonly PlacedPageRow[];
}

export class ExportStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  /**
   * All that an export holds except the pages' texts, as one state: of the project with its changelogs, or of one version. Writes an entry to the audit
   * log, with the revision's name of the format.
   */
  outline(
    { format, version: slug }: { readonly format: string; readonly version: string | undefined },
    actor: Actor,
    scope: VisibleVersions,
  ): Promise<ExportedProject> {
    return this.#core.change(actor, async (change) => {
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

  /** `undefined` if the page was deleted after the outline was read. */
  page(id: number): Promise<PageFileRow | undefined> {
    return this.#core.read((sql) => sql.get(EXPORT.file, id));
  }
}
