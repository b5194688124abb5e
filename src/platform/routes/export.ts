import type { Clock } from '../../model/clock.ts';
import { WRITER } from '../../content/page/visibility.ts';
import { decodeQuery } from '../decode/query.ts';
import { queryText, named } from '../decode/value.ts';
import type { ProjectPlan } from '../options.ts';
import { Refusal } from '../refusal.ts';
import { render } from '../render.ts';
import { readsAsListed, type Revision } from '../revision.ts';
import type { ExportStore } from '../store/exports.ts';
import type { SurroundingsStore } from '../store/surroundings.ts';
import type { Call, Reply } from './call.ts';

/** Contract, section 4, "Export project". */
export class ExportRoutes {
  readonly #exports: ExportStore;
  readonly #surroundings: SurroundingsStore;
  readonly #plan: ProjectPlan;
  readonly #revision: Revision;
  readonly #clock: Clock;

  constructor(
    exports: ExportStore,
    surroundings: SurroundingsStore,
    plan: ProjectPlan,
    revision: Revision,
    clock: Clock,
  ) {
    this.#exports = exports;
    this.#surroundings = surroundings;
    this.#plan = plan;
    this.#revision = revision;
    this.#clock = clock;
  }

  async exportProject({ query, actor, scope }: Call): Promise<Reply> {
    const { format = 'darkdown', version_slug: version } = decodeQuery(query, {
      format: named(this.#revision.exportFormats),
      version_slug: queryText,
    });
    if (this.#plan !== 'enterprise') {
      throw new Refusal('invalid', 'Upgrade Plan: the export needs the enterprise plan');
    }
    const [{ archive }, { changelogEntries, inFormat }, { entriesOf }, { pageText }] =
      await Promise.all([
        import('../export/archive.ts'),
        import('../export/changelogs.ts'),
        import('../export/outline.ts'),
        import('../export/page-text.ts'),
      ]);
    const words = Object.entries(this.#revision.exportFormats);
    const { versions, changelogs } = await this.#exports.outline(
      { format: words.find(([, meant]) => meant === format)?.[0] ?? format, version },
      actor,
      scope,
    );
    const textOf = async (id: number): Promise<string | undefined> => {
      const page = await this.#exports.page(id);
      if (!page) return undefined;
      const listed = readsAsListed(this.#revision, {
        listed: page.listed === 1,
        hasPublished: page.published !== null,
      });
      const bodies = await render(
        page,
        format,
        this.#surroundings.around(page, { scope, reader: WRITER }),
      );
      return pageText(page, bodies, listed);
    };
    const entries = [
      ...entriesOf(versions),
      ...changelogEntries(await inFormat(changelogs, format)),
    ];
    return {
      contentType: 'application/zip',
      body: archive(entries, textOf, new Date(this.#clock.now())),
      headers: { 'Content-Disposition': 'attachment; filename="export.zip"' },
    };
  }
}
