// Slow: a browser loads ten pages in two windows, and draws each before its scripts come.
/** Nothing on a page moves after it was first drawn: web.dev/cls, of which 0.1 is good. */
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { closeBrowser, hasBrowser, openPage } from '../support/browser.ts';
import { temporaryFolder } from '../support/folder.ts';
import { runDocs } from '../support/host.ts';
import { pngOf } from '../support/png.ts';
import { serveFiles } from '../support/static-host.ts';

const MAX_SHIFT = 0.02;

const page = (title: string, body: string): string =>
  `---\ntype: page\ntitle: ${title}\n---\n\n${body}\n`;
const TEXT = 'Words that follow, and can be seen to move. '.repeat(6);
const fence = (language: string, attributes = ''): string =>
  `\`\`\`${language}${attributes}\nconst reading = await station.read();\nconsole.log(reading);\n\`\`\``;

const BODIES = {
  'local-pictures': `![A](a.png)\n\n${TEXT}\n\n{% image url="a.png" width=300 %}\nCaption\n{% /image %}\n\n${TEXT}\n\n{% image url="b.svg" %}\n{% /image %}\n\n${TEXT}`,
  'remote-picture': `{% image url="ELSEWHEREa.png" width=600 height=300 %}\nCaption\n{% /image %}\n\n${TEXT}`,
  tabs: `{% tabs %}\n{% tab title="One" %}\n${TEXT}\n{% /tab %}\n{% tab title="Two" %}\n${TEXT}\n\n${TEXT}\n{% /tab %}\n{% tab title="Three" %}\n${TEXT}\n{% /tab %}\n{% /tabs %}\n\n${TEXT}`,
  callouts: `{% callout title="Note" %}\n${TEXT}\n{% /callout %}\n\n{% callout type="warning" %}\n${TEXT}\n{% /callout %}\n\n${TEXT}`,
  tables: `| A | B | C |\n| --- | --- | --- |\n| ${TEXT} | ${TEXT} | c |\n\n${TEXT}`,
  cards: `{% cards %}\n{% card title="One" text="Text" link="tabs.md" /%}\n{% card title="Two" text="Text" link="tables.md" /%}\n{% card title="Three" text="Text" /%}\n{% /cards %}\n\n${TEXT}`,
  code: `{% code %}\n${fence('js', ' {% title="a.js" %}')}\n${fence('ts', ' {% title="a.ts" %}')}\n{% /code %}\n\n${TEXT}\n\n${fence('bash')}\n\n{% code-steps %}\n${fence('js', ' {% id="a" title="a.js" %}')}\n{% step title="First" codeId="a" highlightLines="2" %}\nThe first.\n{% /step %}\n{% step title="Second" codeId="a" highlightLines="1" %}\nThe second.\n{% /step %}\n{% /code-steps %}\n\n${TEXT}`,
  headings: `## One of ${TEXT}\n\n${TEXT}\n\n## Two of ${TEXT}\n\n${TEXT}\n\n{% accordion title="More" open=true %}\n${TEXT}\n{% /accordion %}\n\n${TEXT}`,
};

const ENTRY = `      responses: { '200': { description: All, content: { application/json: { schema: { type: object, properties: { rain: { type: number } } } } } } }`;
const DEFINITION = `openapi: 3.0.3
info: { title: Readings, version: '1', description: All readings }
servers: [{ url: 'https://api.example.org' }]
security: [{ key: [] }]
paths:
${['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `  /${name}:\n    get:\n      summary: Read ${name}\n      tags: [${name < 'd' ? 'First' : 'Second'}]\n${ENTRY}`).join('\n')}
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
`;

const FILES = {
  'docs/developerhub.yaml': 'title: Lapwing\n',
  'docs/v1/_settings.yaml': 'name: v1\n',
  'docs/v2/_settings.yaml': 'name: v2\n',
  'docs/v2/guide/start.md': page('Start', TEXT),
  'docs/v1/guide/_settings.yaml': 'title: Guide\n',
  'docs/v1/guide/a.png': pngOf(600, 300),
  'docs/v1/guide/b.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200"><path d="M0 0h400v200H0z"/></svg>\n',
  'docs/v1/refs/api.yaml': DEFINITION,
  'docs/changelogs/news/_settings.yaml': 'title: What is new\n',
  'docs/changelogs/news/one.md': `---\ntype: changelog\ntitle: One\ndate: '2026-01-02'\npublished: true\n---\n\n![A](../../v1/guide/a.png)\n\n${TEXT}\n`,
};

const PATHS = [
  ...Object.keys(BODIES).map((name) => `v1/guide/${name}.html`),
  'v1/api/ref.html',
  'news/one.html',
  'index.html',
];

describe.skipIf(!hasBrowser)('nothing moves', () => {
  afterAll(closeBrowser);

  test.each([1_280, 390])(
    'on pages of every kind at %i pixels, however late their scripts and pictures come',
    async (width) => {
      const elsewhere = await serveFiles(await temporaryFolder({ 'a.png': pngOf(600, 300) }), '/');
      const pages = Object.entries(BODIES).map(([name, body]) => [
        `docs/v1/guide/${name}.md`,
        page(name, body.replace('ELSEWHERE', elsewhere)),
      ]);
      const folder = await temporaryFolder({
        ...FILES,
        ...(Object.fromEntries(pages) as Record<string, string>),
      });
      expect(await runDocs(['build', '--out', 'site'], { cwd: folder })).toMatchObject({
        exitCode: 0,
      });
      const url = await serveFiles(join(folder, 'site'), '/');
      const moved: string[] = [];
      for (const path of PATHS) {
        const { page: tab } = await openPage('about:blank', { viewport: { width, height: 800 } });
        await tab.addInitScript(() => {
          const seen = { shift: 0, what: [] as string[] };
          Object.assign(globalThis, { seen });
          new PerformanceObserver((list) => {
            for (const each of list.getEntries()) {
              const { value, sources } = each as unknown as {
                value: number;
                sources: { node: Node | null }[];
              };
              seen.shift += value;
              for (const { node } of sources)
                seen.what.push(node instanceof Element ? node.outerHTML.slice(0, 60) : 'text');
            }
          }).observe({ type: 'layout-shift', buffered: true });
        });
        // What changes a page comes after it was drawn for the first time.
        let isDrawn: Promise<unknown> | undefined;
        await tab.route(/(?:site|reference)\.js|\.(?:png|svg)\?|a\.png/, async (route) => {
          isDrawn ??= tab.waitForFunction(
            () => performance.getEntriesByName('first-contentful-paint').length > 0,
          );
          await isDrawn;
          await route.continue();
        });
        await tab.goto(url + path, { waitUntil: 'networkidle' });
        if (path.endsWith('ref.html'))
          await tab.locator('html[data-reference=shown] .opblock').first().waitFor();
        const { shift, what } = await tab.evaluate(
          () =>
            new Promise<{ shift: number; what: string[] }>((done) => {
              requestAnimationFrame(() =>
                requestAnimationFrame(() => {
                  done((globalThis as unknown as { seen: { shift: number; what: string[] } }).seen);
                }),
              );
            }),
        );
        if (shift > MAX_SHIFT) moved.push(`${path}: ${shift.toFixed(3)} ${what.join(' ')}`);
      }
      expect(moved).toEqual([]);
    },
  );

  test('and a script that cannot be loaded leaves all panels, steps and operations to be read', async () => {
    const folder = await temporaryFolder({
      ...FILES,
      'docs/v1/guide/tabs.md': page('Tabs', `${BODIES.tabs}\n\n${BODIES.code}`),
    });
    await runDocs(['build', '--out', 'site'], { cwd: folder });
    const url = await serveFiles(join(folder, 'site'), '/');
    const { page: tab } = await openPage('about:blank');
    await tab.route(/(?:site|reference)\.js/, (route) => route.abort());
    await tab.goto(`${url}v1/guide/tabs.html`);
    expect(
      await tab.locator('.tab').evaluateAll((all) => all.map((each) => each.checkVisibility())),
    ).toEqual([true, true, true]);
    expect(await tab.locator('.code > .code-block').last().isVisible()).toBe(true);
    await tab.goto(`${url}v1/api/ref.html`);
    expect(await tab.getByRole('heading', { name: 'Read f' }).isVisible()).toBe(true);

    const { page: other } = await openPage('about:blank');
    await other.route(/\.json/, (route) => route.fulfill({ status: 500 }));
    await other.goto(`${url}v1/api/ref.html`);
    await other.getByRole('heading', { name: 'Read f' }).waitFor();
  });

  test('and a drawing without a width of its own is as wide as the text, enlargeable', async () => {
    const folder = await temporaryFolder({
      ...FILES,
      'docs/v1/guide/drawing.md': page('Drawing', '{% image url="b.svg" %}\n{% /image %}'),
    });
    await runDocs(['build', '--out', 'site'], { cwd: folder });
    const url = await serveFiles(join(folder, 'site'), '/');
    const { page: tab } = await openPage(`${url}v1/guide/drawing.html`);
    const box = await tab.locator('.zoomable img').boundingBox();
    expect(box?.width).toBeGreaterThan(500);
    expect(box?.height).toBe((box?.width ?? 0) / 2);
  });
});
