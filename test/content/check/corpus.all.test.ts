import { cp, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles } from '../../../src/content/folder/list-folder.ts';
import { hasCorpus } from '../../support/corpus.ts';
import { realFolder } from '../../support/real-folder.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';

/** All findings about real pages: how many per code and file. `REASONS` proves each again. */
const FOUND: readonly (readonly [layout: string, found: Record<string, Record<string, number>>])[] =
  [
    [
      'repository-layout',
      {
        'missing-image': {
          'v1.0/support-center/ai-agent.md': 2,
          'v1.0/support-center/ai-features/ai-summarisation.md': 1,
          'v1.0/support-center/api-references/openapi-extensions.md': 1,
          'v1.0/support-center/comments.md': 1,
          'v1.0/support-center/conditional-content.md': 1,
          'v1.0/support-center/customising-visuals.md': 1,
          'v1.0/support-center/customising-visuals/top-navigation-bar.md': 1,
          'v1.0/support-center/diff-api-revisions.md': 1,
          'v1.0/support-center/edit-references.md': 6,
          'v1.0/support-center/feedback.md': 4,
          'v1.0/support-center/image-library.md': 1,
          'v1.0/support-center/integrations/slack.md': 2,
          'v1.0/support-center/landing-page.md': 5,
          'v1.0/support-center/landing-page/mocking-default-landing-page.md': 1,
          'v1.0/support-center/merge-api-definitions.md': 1,
          'v1.0/support-center/page-history.md': 2,
          'v1.0/support-center/pdf-export.md': 1,
          'v1.0/support-center/readability-metrics.md': 1,
          'v1.0/support-center/self-updating-docs.md': 1,
          'v1.0/support-center/writing-documentation.md': 1,
          'v1.0/support-center/writing-documentation/ai-search.md': 1,
          'v1.0/support-center/writing-documentation/blocks.md': 1,
          'v1.0/support-center/writing-documentation/formatting-text.md': 1,
          'v1.0/support-center/writing-documentation/page-linking.md': 5,
        },
        'broken-anchor': {
          'v1.0/support-center/api-references.md': 1,
          'v1.0/support-center/customising-visuals.md': 1,
          'v1.0/support-center/feedback.md': 1,
          'v1.0/support-center/frequently-asked-questions--faq-.md': 1,
          'v1.0/support-center/hosting.md': 2,
          'v1.0/support-center/localisation.md': 1,
          'v1.0/support-center/quick-switcher.md': 1,
          'v1.0/support-center/using-search.md': 2,
          'v1.0/support-center/what-s-new.md': 1,
          'v1.0/support-center/what-s-new/2018-updates.md': 5,
          'v1.0/support-center/what-s-new/2019-updates.md': 1,
          'v1.0/support-center/what-s-new/2020-updates.md': 1,
          'v1.0/support-center/what-s-new/2021-updates.md': 4,
          'v1.0/support-center/what-s-new/2022-updates.md': 1,
          'v1.0/support-center/what-s-new/2023-updates.md': 2,
          'v1.0/support-center/what-s-new/2024-updates.md': 2,
        },
        'bad-address': {
          'v1.0/support-center/custom-html.md': 1,
          'v1.0/support-center/integrations/graphql.md': 1,
          'v1.0/support-center/localisation.md': 1,
        },
      },
    ],
    [
      'early-layout',
      {
        'bad-address': {
          '2.8/guide-to-pipeline-architecture/basic-log-analysis-pipeline.md': 1,
          '2.8/guide-to-pipeline-architecture/kubernetes-data-optimization-pipeline.md': 1,
          '2.8/guide-to-pipeline-architecture/responsive-otel-pipeline-tutorial/2---shared-sources.md': 1,
          '2.8/guide-to-pipeline-architecture/responsive-otel-pipeline-tutorial/3---configure-and-build-the-demo.md': 1,
          '2.8/practioner-guide-data-optimization/reference-architectures-for-data-optimization-pipelines/pipeline-architecture-for-kubernetes-data-optimization.md': 1,
        },
        'broken-link': {
          '2.8/guide-to-pipeline-architecture/types-of-telemetry-data-pipelines.md': 1,
        },
        'tab-in-code': {
          '2.8/guide-to-pipeline-architecture/kafka-data-optimization-pipeline.md': 5,
          '2.8/guide-to-pipeline-architecture/kubernetes-data-optimization-pipeline.md': 2,
          '2.8/guide-to-pipeline-architecture/responsive-otel-pipeline-tutorial/3---configure-and-build-the-demo.md': 1,
          '2.8/guide-to-pipeline-architecture/responsive-otel-pipeline-tutorial/5---optimize-logs.md': 5,
          '2.8/guide-to-pipeline-architecture/responsive-otel-pipeline-tutorial/6---optimize-metrics.md': 3,
          '2.8/guide-to-pipeline-architecture/responsive-otel-pipeline-tutorial/7---optimize-traces.md': 2,
          '2.8/guide-to-pipeline-architecture/responsive-otel-pipeline-tutorial/8---optimize-responsibly.md': 1,
          '2.8/guide-to-pipeline-architecture/route-data.md': 4,
          '2.8/mezmo-edge/http-source-for-mezmo-edge.md': 3,
          '2.8/mezmo-edge/set-up-mezmo-edge-in-a-docker-container.md': 5,
          '2.8/mezmo-edge/set-up-mezmo-edge-in-kubernetes.md': 3,
          '2.8/mezmo-edge/tap-and-view-mezmo-edge-pipeline-data-on-premises.md': 16,
          '2.8/practioner-guide-data-optimization/mezmo-data-optimization-tutorial.md': 6,
          '2.8/practioner-guide-data-optimization/reference-architectures-for-data-optimization-pipelines/pipeline-architecture-for-data-reduction.md': 5,
          '2.8/practioner-guide-data-optimization/reference-architectures-for-data-optimization-pipelines/pipeline-architecture-for-kubernetes-data-optimization.md': 2,
          '2.8/practioner-guide-data-optimization/reference-architectures-for-data-optimization-pipelines/pipeline-module--route.md': 4,
        },
      },
    ],
    [
      'export-layout',
      {
        'continued-value': {
          'quick-start/rak7249-macro-outdoor-gateway/lora-concentrator-spectrum-eu868-settings-guide.md': 1,
          'quick-start/rak7249-macro-outdoor-gateway/lora-concentrator-spectrum-kr920-settings-guide.md': 1,
          'quick-start/rak7249-macro-outdoor-gateway/rak7249-build-in-lora-network-server-rak811.md': 1,
        },
        'linked-page-unlisted': {
          'quick-start/rak7249-macro-outdoor-gateway/rak7249-build-in-lora-network-server-rak811/rak7249-build-in-lora-network-server-sc1.md': 1,
          'quick-start/rak7249-macro-outdoor-gateway/rak7249-build-in-lora-server-multi-rak-gateway-mesh-rak811/rak7249-build-in-lora-network-server-sc2.md': 1,
          'quick-start/rak811-lora-evaluation-board/interfacing-your-rak811-lora-evaluation-board-with-arduino-boa/firmware-flashing-and-testing.md': 1,
        },
        'broken-link': {
          'quick-start/rak7249-macro-outdoor-gateway/quick-start-guide/connecting-to-the-things-network--ttn-.md': 1,
          'quick-start/rak7249-macro-outdoor-gateway/rak7249-the-things-network-ttn-rak811/connecting-to-the-things-network--ttn--1.md': 1,
          'quick-start/rak7249-macro-outdoor-gateway/web-management-platform/lora-network-server.md': 2,
          'quick-start/rak7249-macro-outdoor-gateway/rak7249-build-in-lora-network-server-rak811/rak7249-build-in-lora-network-server-sc1.md': 1,
        },
        'broken-anchor': {
          'quick-start/rak7249-macro-outdoor-gateway/web-management-platform/lora-network.md': 1,
          'quick-start/rak7249-macro-outdoor-gateway/web-management-platform/system.md': 1,
        },
      },
    ],
  ];

interface Shown {
  readonly code: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface Around extends Shown {
  readonly folder: string;
  /** The line that the finding is about, from its column on. */
  readonly rest: string;
  /** The target of the link or image there. */
  readonly target: string;
}

const read = (folder: string, file: string): Promise<string> =>
  readFile(join(folder, file), 'utf8');

/** Pages with a slug, by header line or file name, without any of the tool's own reading. */
async function withSlug(folder: string, slug: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of listFiles(folder).files) {
    if (!file.endsWith('.md')) continue;
    const own = /^slug: (.*)$/m.exec(await read(folder, file))?.[1];
    if ((own ?? file.replace(/^.*\/|\.md$/g, '')) === slug) found.push(file);
  }
  return found;
}

/** The file that a corpus link leads to: a relative one by path, others by their last part. */
async function targetFile({ folder, file, target }: Around): Promise<string | undefined> {
  const path = target.replace(/[?#].*$/, '');
  if (path === '') return file;
  if (path.endsWith('.md')) return join(dirname(file), path);
  return (await withSlug(folder, path.replace(/^.*\//, '')))[0];
}

/** Why a finding of each code is true: what a person would look up, and whether it is so. */
const REASONS: Readonly<Record<string, (finding: Around) => Promise<boolean>>> = {
  // The corpus came without its pictures: no file has this name.
  'missing-image': async ({ folder, file, target }) =>
    target !== '' && !existsSync(join(folder, dirname(file), target)),
  // No heading of the page has these words in this order, whatever stands between them.
  'broken-anchor': async (finding) => {
    const words = finding.target
      .replace(/^.*#/, '')
      .split('-')
      .filter((word) => word !== '');
    const text = await read(finding.folder, (await targetFile(finding)) ?? '');
    const headings = text.split('\n').filter((line) => /^#{1,6} /.test(line));
    const exact = new RegExp(`^#{1,6} \\W*${words.join('\\W*')}\\W*$`, 'i');
    return headings.every((heading) => !exact.test(heading));
  },
  // The header of the page that the link leads to says so.
  'linked-page-unlisted': async (finding) =>
    /^listed: false$/m.test(await read(finding.folder, (await targetFile(finding)) ?? '')),
  // No file has this slug, in its header or as its name.
  'broken-link': async (finding) => (await targetFile(finding)) === undefined,
  // It begins with the name of a host, and no file has that name.
  'bad-address': async ({ folder, file, target }) =>
    /^[a-z.]+\.(?:com|net)(?:\/|$)/.test(target) &&
    !existsSync(join(folder, dirname(file), target)),
  // A line that opens a block of code, and the next line a tab of it.
  'tab-in-code': async ({ folder, file, line }) =>
    (await read(folder, file))
      .split('\n')
      .slice(line - 1)
      .join('\n')
      .startsWith('{% code %}\n{% tab language='),
  // The title of the page is on two lines; the second one is not a key.
  'continued-value': async ({ rest }) => !/^[a-z_]+:/.test(rest),
};

/** The target of a finding's link or image: what the message names, else what is at its place. */
function targetOf({ code, message }: Shown, rest: string, after: string): string {
  const [, named, cut] = /^"([^"]*?)(…?)"/.exec(message) ?? [];
  if (named !== undefined && (cut === '' || code !== 'broken-anchor')) return named;
  const attribute = /^\{%[^]*?url="([^"]+)"/.exec(after)?.[1];
  return attribute ?? /^[^\s)"]+/.exec(rest)?.[0] ?? '';
}

describe.skipIf(!hasCorpus)('real pages (skipped without DOCS_CORPUS)', () => {
  test.each(FOUND)(
    '%s: the only findings are these, and all of them are true',
    { timeout: 60_000 },
    async (layout, found) => {
      const folder = await temporaryFolder();
      await cp(await realFolder(layout), folder, { recursive: true });
      await writeFiles(folder, { 'docs-cli.config.yml': 'content: [{ path: . }]\n' });

      const { stdout } = await runDocs(['check', '--json'], { cwd: folder });
      const findings = JSON.parse(stdout).findings as Shown[];

      const counts: Record<string, Record<string, number>> = {};
      for (const { code, file } of findings) {
        const files = (counts[code] ??= {});
        files[file] = (files[file] ?? 0) + 1;
      }
      expect(counts).toEqual(found);
      const untrue: Shown[] = [];
      for (const finding of findings) {
        const lines = (await read(folder, finding.file)).split('\n').slice(finding.line - 1);
        const rest = (lines[0] ?? '').slice(finding.column - 1);
        const around = {
          ...finding,
          folder,
          rest,
          target: targetOf(finding, rest, [rest, ...lines.slice(1)].join('\n')),
        };
        if (!(await REASONS[finding.code]?.(around))) untrue.push(finding);
      }
      expect(untrue).toEqual([]);
    },
  );
});
