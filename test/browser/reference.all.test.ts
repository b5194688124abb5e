/** References in a browser: the renderer of definitions, what it needs, and what a definition cannot do. */
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { closeBrowser, hasBrowser, openPage, violationsOn } from '../support/browser.ts';
import { startDev } from '../support/dev.ts';
import { temporaryFolder } from '../support/folder.ts';
import { runDocs } from '../support/host.ts';
import { serveFiles } from '../support/static-host.ts';
import { writeFile } from 'node:fs/promises';

const DEFINITION = `openapi: 3.1.0
info: { title: Readings, version: '1', description: '**All** readings' }
servers: [{ url: 'https://api.example.org/v1' }]
tags: [{ name: Stations, description: Where it is measured }]
paths:
  /stations/{id}/readings:
    get:
      tags: [Stations]
      summary: List readings
      operationId: list_readings
      parameters: [{ name: id, in: path, required: true, schema: { type: string }, description: The station }]
      responses:
        '200':
          description: All
          content: { application/json: { schema: { $ref: '#/components/schemas/Reading' } } }
    delete: { summary: Drop all, deprecated: true, responses: { '204': { description: Gone } } }
components:
  schemas:
    Reading: { type: object, required: [millimetres], properties: { millimetres: { type: number, description: Rain } } }
`;

const SCRIPTS = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '[link](javascript:alert(1))',
  '<a href="javascript:alert(1)">link</a>',
  '<svg onload=alert(1)></svg>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '"><style>*{display:none}</style>',
].join(' ');

const HOSTILE = JSON.stringify({
  openapi: '3.0.3',
  info: {
    title: `Hostile ${SCRIPTS}`,
    version: SCRIPTS,
    description: SCRIPTS,
    termsOfService: 'javascript:alert(1)',
    contact: { name: SCRIPTS, url: 'javascript:alert(1)' },
    license: { name: SCRIPTS, url: 'javascript:alert(1)' },
  },
  servers: [{ url: 'javascript:alert(1)', description: SCRIPTS }],
  externalDocs: { url: 'javascript:alert(1)', description: SCRIPTS },
  tags: [{ name: SCRIPTS, description: SCRIPTS, externalDocs: { url: 'javascript:alert(1)' } }],
  paths: {
    '/a': {
      get: {
        operationId: 'hostile',
        tags: [SCRIPTS],
        summary: SCRIPTS,
        description: SCRIPTS,
        externalDocs: { url: 'javascript:alert(1)', description: SCRIPTS },
        parameters: [
          {
            name: SCRIPTS,
            in: 'query',
            description: SCRIPTS,
            example: SCRIPTS,
            schema: { type: 'string' },
          },
          { $ref: 'https://elsewhere.example.net/parameter.json' },
        ],
        responses: {
          '200': {
            description: SCRIPTS,
            content: {
              'text/html': {
                example: SCRIPTS,
                schema: { $ref: 'https://elsewhere.example.net/a.json' },
              },
            },
          },
        },
      },
    },
  },
});

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/guide/start.md': '---\ntype: page\ntitle: Start\n---\n\nHello.\n',
  'docs/v1.0/refs/readings.yaml': DEFINITION,
  'docs/v1.0/refs/hostile.json': HOSTILE,
};

interface Opened {
  readonly page: Page;
  readonly errors: readonly string[];
  /** Origins that were asked, this host left out. */
  readonly elsewhere: ReadonlySet<string>;
  readonly dialogs: readonly string[];
  readonly folder: string;
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const folder = await temporaryFolder(FILES);
  const { url } = await startDev(folder);
  return { folder, ...(await watched(url, path, options)) };
}

async function watched(url: string, path: string, options: BrowserContextOptions) {
  const { page, errors } = await openPage('about:blank', options);
  const elsewhere = new Set<string>();
  const dialogs: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== new URL(url).origin) elsewhere.add(origin);
  });
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(url + path);
  return { page, errors, elsewhere, dialogs };
}

/** Operations with all that a definition may have, in three revisions of the format. */
const wholeOf = (openapi: string): string => `openapi: ${openapi}
info: { title: Whole, version: '1', description: "**All** readings, see \`station\`\\n\\n# A title" }
servers: [{ url: 'https://api.example.org/v1' }, { url: 'https://test.example.org' }]
tags: [{ name: Stations, description: Where it is measured }, { name: Others }]
security: [{ key: [] }]
paths:
  /stations/{id}/readings:
    parameters: [{ name: id, in: path, required: true, schema: { type: string }, description: The station }]
    get:
      tags: [Stations]
      summary: List readings
      description: "With \`last\`, see [here](https://example.org).\\n\\n- a\\n- b"
      parameters:
        - { name: unit, in: query, schema: { type: string, enum: [m/s, kn], default: kn } }
        - { name: fields, in: query, schema: { type: array, items: { type: string, enum: [wind, rain] } } }
        - { name: last, in: query, deprecated: true, example: 1h, schema: { type: string, pattern: '^[0-9]+[hd]$' } }
        - { name: raw, in: query, schema: { type: boolean } }
      responses:
        '200':
          description: All
          headers: { X-Left: { description: Left, schema: { type: integer } } }
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Reading' } } }, text/csv: { schema: { type: string } } }
        default: { description: An error, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' }, examples: { one: { summary: One, value: { code: 1, message: '${'long '.repeat(60)}' } }, two: { value: { code: 2 } } } } } }
    post:
      tags: [Stations]
      summary: Add a reading
      requestBody: { required: true, description: It, content: { application/json: { schema: { $ref: '#/components/schemas/Reading' } }, multipart/form-data: { schema: { type: object, properties: { file: { type: string, format: binary } } } } } }
      responses: { '201': { description: Added, content: { application/json: { schema: { oneOf: [{ $ref: '#/components/schemas/Reading' }, { $ref: '#/components/schemas/Problem' }] } } } } }
    delete: { summary: Drop all, tags: [Others], security: [], deprecated: true, responses: { '204': { description: Gone } } }
    put: { summary: Replace, tags: [Others], responses: { '204': { description: Gone } } }
    patch: { summary: Change, tags: [Others], responses: { '204': { description: Gone } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key, description: 'See [keys](https://example.org), \`--header\`' } }
  schemas:
    Reading: { type: object, required: [millimetres], properties: { millimetres: { type: number, minimum: 0, maximum: 500, description: Rain }, at: { type: string, format: date-time }, station: { $ref: '#/components/schemas/Station' } } }
    Station: { type: object, properties: { name: { type: string, maxLength: 40, enum: [roof, mast] }, tags: { type: array, items: { type: string } } } }
    Problem: { type: object, properties: { code: { type: integer, example: 1 }, message: { type: string } } }
`;

const OLD = `swagger: '2.0'
info: { title: Old, version: '1' }
host: api.example.org
schemes: [https, http]
tags: [{ name: Stations, description: Where it is measured }]
paths:
  /readings:
    post:
      tags: [Stations]
      summary: Add a reading
      consumes: [application/json, application/xml]
      parameters:
        - { name: unit, in: query, type: string, enum: [m/s, kn] }
        - { name: body, in: body, schema: { $ref: '#/definitions/Reading' } }
      responses: { '200': { description: All, schema: { $ref: '#/definitions/Reading' } } }
definitions:
  Reading: { type: object, properties: { millimetres: { type: number } } }
`;

const WHOLE = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/guide/start.md': '---\ntype: page\ntitle: Start\n---\n\nHello.\n',
  'docs/v1.0/refs/now.yaml': wholeOf('3.1.0'),
  'docs/v1.0/refs/before.yaml': wholeOf('3.0.3'),
  'docs/v1.0/refs/old.yaml': OLD,
};

/** Opens all operations, schemas and what is folded in them. */
async function openAll(page: Page): Promise<void> {
  const closed =
    '.reference :is(.opblock-summary-control, .models-control, .json-schema-2020-12-accordion, .model-box-control)[aria-expanded=false]';
  // What opens has more that is closed.
  for (let depth = 0; depth < 4; depth += 1) {
    await page.locator(closed).evaluateAll((all) => {
      for (const each of all) (each as HTMLElement).click();
    });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  for (const name of ['Schema', 'Model'])
    for (const tab of await page.locator('.reference').getByRole('tab', { name }).all())
      await tab.click();
  await page.locator('.reference .opblock.is-open .responses-wrapper').last().waitFor();
}

const shown = (page: Page) =>
  page.locator('html[data-reference=shown] .reference .opblock').first().waitFor();

describe.skipIf(!hasBrowser)('a reference in a browser', () => {
  afterAll(closeBrowser);

  test('shows operations, parameters and schemas, and asks no other host', async () => {
    const { page, errors, elsewhere } = await open('v1.0/readings/ref');
    await shown(page);
    const reference = page.locator('.reference');

    await reference.getByText('Where it is measured').waitFor();
    await reference.getByRole('button', { name: /List readings/ }).click();
    await reference.getByText('The station').waitFor();
    await reference.getByText('millimetres').first().waitFor();
    await reference.getByRole('button', { name: 'Schemas' }).click();
    await reference.getByText('Reading', { exact: true }).first().waitFor();
    expect(await page.locator('.operations').isVisible()).toBe(false);
    expect(await reference.getByText('Try it out').count()).toBe(0);
    expect(errors).toEqual([]);
    expect([...elsewhere]).toEqual([]);
  });

  test.each([
    [1400, 'light'],
    [1400, 'dark'],
    [320, 'light'],
    [320, 'dark'],
  ] as const)(
    'at %i pixels, %s: axe finds nothing, nothing sticks out and no field waits for an entry, whatever is open',
    async (width, colorScheme) => {
      const folder = await temporaryFolder(WHOLE);
      const { url } = await startDev(folder);
      for (const name of ['now', 'before', 'old']) {
        const { page } = await watched(url, `v1.0/${name}/ref`, {
          colorScheme,
          viewport: { width, height: 900 },
        });
        await shown(page);
        expect(await violationsOn(page)).toEqual([]);
        await openAll(page);
        expect(await violationsOn(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        const fields = page.locator('.opblock :is(input, textarea, select:disabled)');
        const visible = await fields.evaluateAll((all) =>
          all.filter((each) => each.checkVisibility()).map((each) => each.outerHTML),
        );
        expect(visible).toEqual([]);
        const about = page.locator('.opblock-tag').getByText('Where it is measured');
        expect((await about.boundingBox())?.height).toBeLessThan(60);
      }
    },
  );

  test('the sidebar and search lead to an operation, which opens', async () => {
    const { page } = await open('v1.0/readings/ref');
    await shown(page);

    await page
      .locator('.sidebar')
      .getByRole('link', { name: /List readings/ })
      .click();
    await page.locator('.reference').getByText('The station').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(
      'List readings',
    );
  });

  test('the sidebar has the operations by tag, and marks the one that is shown, at the top of the window', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Many ${index}`);
    const folder = await temporaryFolder({
      ...FILES,
      'docs/v1.0/refs/many.yaml': `openapi: 3.0.3\ninfo: { title: Many, version: '1' }\ntags: [{ name: Second }, { name: First }]\npaths:\n${names
        .map(
          (name, index) =>
            `  /${index}:\n    get: { summary: ${name}, operationId: many-${index}, tags: [${index % 2 === 0 ? 'First' : 'Second'}], responses: { '200': { description: All } } }\n`,
        )
        .join('')}`,
    });
    const { url } = await startDev(folder);
    const { page } = await watched(url, 'v1.0/many/ref', {
      viewport: { width: 1400, height: 700 },
    });
    await shown(page);
    const sidebar = page.locator('.sidebar [data-part=sidebar]');
    expect(await sidebar.locator('summary').allTextContents()).toEqual(['Second', 'First']);
    await sidebar.getByRole('link', { name: 'Many 10' }).click();
    const current = sidebar.locator('[aria-current=location]');
    await current.waitFor();
    expect(await current.textContent()).toContain('Many 10');
    const block = page.locator('.opblock.is-open');
    await block.locator('.responses-wrapper').waitFor();
    await page.waitForFunction(() => {
      const { top = 0 } = document.querySelector('.opblock.is-open')?.getBoundingClientRect() ?? {};
      const end = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      return top > 50 && (top < 120 || end);
    });
    await sidebar.getByRole('link', { name: 'Many 1', exact: false }).first().click();
    await page.waitForFunction(
      () =>
        document.querySelector('.sidebar [aria-current=location]')?.textContent?.trim() ===
        'GET Many 1',
    );
  });

  test('an operation that is open says what it needs, with a sample to copy, also when it is opened again', async () => {
    const folder = await temporaryFolder({
      ...FILES,
      'docs/v1.0/refs/readings.yaml': DEFINITION.replace(
        'components:\n',
        'security: [{ key: [] }]\ncomponents:\n  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }\n',
      ),
    });
    const { url } = await startDev(folder);
    const { page } = await watched(url, 'v1.0/readings/ref#list-readings', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await shown(page);
    const block = page.locator('.opblock.is-open');
    await block.getByText('Needs: key').waitFor();
    const sample = `curl 'https://api.example.org/v1/stations/text/readings' \\\n  --header 'X-Key: '"$API_KEY"`;
    await block
      .getByRole('button', { name: /List readings/ })
      .first()
      .click();
    await block.waitFor({ state: 'detached' });
    await page
      .locator('.reference')
      .getByRole('button', { name: /List readings/ })
      .first()
      .click();
    await block.locator('.operation-about').waitFor();
    await block.locator('.operation-about').hover();
    await block.locator('.operation-about').getByRole('button', { name: 'Copy' }).click();
    await block.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sample);
  });

  test.each([
    ['an operation', '#list-readings', 'The station'],
    ['a tag', '#tag-stations', 'Where it is measured'],
  ])('an address as the platform has it leads to %s', async (_, hash, text) => {
    const { page } = await open(`v1.0/readings/ref${hash}`, {
      viewport: { width: 1400, height: 500 },
    });
    await shown(page);
    const found = page.locator('.reference').getByText(text);
    await found.waitFor();
    await page.waitForFunction(() => scrollY > 0);
    expect((await found.boundingBox())?.y).toBeLessThan(500);
  });

  test('a definition runs no script, sends nobody elsewhere and fetches nothing that it names', async () => {
    const { page, dialogs, elsewhere } = await open('v1.0/hostile/ref#hostile');
    await shown(page);
    await page.locator('.opblock.is-open .responses-wrapper').waitFor();

    const links = await page
      .locator('a')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    expect(links.filter((href) => href.toLowerCase().startsWith('javascript:'))).toEqual([]);
    expect(await page.locator('.reference :is(script, iframe, style)').count()).toBe(0);
    expect(dialogs).toEqual([]);
    expect([...elsewhere]).toEqual([]);
    expect(await page.locator('h1').first().isVisible()).toBe(true);
  });

  test('without a script there are the names of operations, and the definition', async () => {
    const { page } = await open('v1.0/readings/ref', { javaScriptEnabled: false });

    expect(await page.getByRole('heading', { name: 'List readings' }).isVisible()).toBe(true);
    await page.getByRole('link', { name: 'the definition' }).click();
    expect(await page.getByText('millimetres').count()).toBe(1);
  });

  test('pages without a reference load none of the renderer', async () => {
    const { page } = await open('v1.0/guide/start');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();

    expect(asked).toContain('/_docs/live.js');
    expect(asked.filter((path) => path.includes('reference'))).toEqual([]);
  });

  test('a definition that is saved is shown again as it is then', async () => {
    const { page, folder } = await open('v1.0/readings/ref');
    await shown(page);
    const file = join(folder, 'docs/v1.0/refs/readings.yaml');

    await writeFile(file, DEFINITION.replace('List readings', 'Every reading'));
    const button = page.locator('.reference').getByRole('button', { name: /Every reading/ });
    await button.waitFor();
    expect(await page.locator('.reference .swagger-ui').count()).toBe(1);
  });

  test('a built site shows it as well, below any path', async () => {
    const folder = await temporaryFolder(FILES);
    await runDocs(['build', '--out', 'site', '--base', '/handbook/'], { cwd: folder });
    const base = await serveFiles(join(folder, 'site'), '/handbook/');
    const { page, errors, elsewhere } = await watched(
      base,
      'v1.0/readings/ref.html#list-readings',
      {},
    );
    await shown(page);

    await page.locator('.reference').getByText('The station').waitFor();
    expect(errors).toEqual([]);
    expect([...elsewhere]).toEqual([]);
  });
});
