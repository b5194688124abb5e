import { appendFile, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestOf } from '../../src/content/digest.ts';
import type { PageId, PageKey } from '../../src/model/ids.ts';
import type { BasePage } from '../../src/model/sides.ts';
import type { Project } from '../../src/model/project.ts';
import { logPath, makeStateFolder, openLogFile } from '../../src/sync/record/log-file.ts';
import { WriteLog } from '../../src/sync/record/log.ts';
import { compact, LogTexts } from '../../src/sync/record/log-texts.ts';
import { readLogFile } from '../../src/sync/record/read-log.ts';
import { temporaryFolder } from '../support/folder.ts';
import { projectAt } from '../support/project.ts';

async function openProject(): Promise<Project> {
  const project = projectAt(await temporaryFolder(), []);
  await makeStateFolder(project);
  return project;
}

const line = (text: string): BasePage =>
  ({
    key: 'v/d/1',
    id: 1,
    title: 'A',
    slug: '1',
    updated: '2026-01-01T00:00:00Z',
    header: null,
    sent: digestOf(text),
    sentPublished: null,
    draft: null,
    published: null,
  }) as unknown as BasePage;

/** One run: each text is sent, or only read back. Those in `unknown` are sent without an answer. */
async function keep(
  project: Project,
  texts: readonly string[],
  { live = texts, unknown = [] }: { live?: readonly string[]; unknown?: readonly string[] } = {},
): Promise<void> {
  const log = new WriteLog(await openLogFile(logPath(project)));
  const was = 'v/d/1' as PageKey;
  const at = { op: 'update', key: was, id: 1 as PageId, title: null, slug: '1', at: 0 } as never;
  const intentOf = (text: string) => ({ ...(at as object), sent: digestOf(text) }) as never;
  for (const [n, text] of texts.entries()) {
    if (n % 2 === 0) {
      log.record(await log.intend(intentOf(text), text), { line: line(text), was });
    } else {
      log.record(0, { line: line(text), was }, { digest: digestOf(text), text });
    }
  }
  for (const text of unknown) await log.intend(intentOf(text), text);
  await log.finish();
  await log.close();
  await compact(project, () => new Set([...live, ...unknown].map(digestOf)));
}

const read = async (project: Project, texts: readonly string[]): Promise<readonly string[]> => {
  const kept = new LogTexts(project);
  const found: string[] = [];
  for (const text of texts) if ((await kept.read(digestOf(text))) === text) found.push(text);
  return found;
};

const TEXTS = ['', 'one\n', 'zwei ü 𝄞\r\n\u2028', `${'x'.repeat(100)}\n43 5\nabc`];

describe('texts in the log', () => {
  test('are restored completely, from any run, even the current one', async () => {
    const project = await openProject();
    await keep(project, TEXTS);
    const kept = new LogTexts(project);
    expect(await kept.read(digestOf('later'))).toBe(null);
    await keep(project, ['later']);
    expect(await kept.read(digestOf('later'))).toBe('later');
    expect(await read(project, [...TEXTS, 'later', 'never kept'])).toEqual([...TEXTS, 'later']);
  });

  test('are restored whatever parts the file is read in', async () => {
    const project = await openProject();
    const texts = Array.from({ length: 40 }, (_, n) => `${n} ${'ü'.repeat(50_000 + 7 * n)}`);
    await keep(project, texts);
    expect(await read(project, texts)).toEqual(texts);
  });

  test('are lost, and nothing else is, if the log is cut off, changed or missing', async () => {
    const project = await openProject();
    const path = logPath(project);
    await keep(project, TEXTS);
    const { size } = await stat(path);
    const last = (await readFile(path, 'utf8')).indexOf(digestOf(TEXTS[3] ?? ''));
    expect(last).toBeLessThan(size);
    await truncate(path, Buffer.byteLength((await readFile(path, 'utf8')).slice(0, last + 60)));
    await keep(project, ['later']);
    expect(await read(project, [...TEXTS, 'later'])).toEqual([...TEXTS.slice(0, -1), 'later']);
    const forged = JSON.stringify({ digest: digestOf('true'), text: 'forged' });
    await appendFile(path, `${forged}\n{"digest":"${digestOf('no text')}","text":7}\n`);
    expect(await new LogTexts(project).read(digestOf('true'))).toBe(null);
    expect(await new LogTexts(project).read(digestOf('no text'))).toBe(null);
    await writeFile(path, 'no log at all');
    expect(await read(project, ['later'])).toEqual([]);
    await rm(path);
    expect(await read(project, ['later'])).toEqual([]);
  });

  test('stay in proportion: unused texts are removed, used texts and unknown writes stay', async () => {
    const project = await openProject();
    const large = 'x'.repeat(1024 * 1024);
    const live = [`kept from the start ${large}`];
    await keep(project, live);
    await keep(project, [], { live, unknown: ['never answered'] });
    const { open } = await readLogFile(project);
    let largest = 0;
    for (let run = 0; run < 40; run += 1) {
      live[1] = `run ${run}`;
      await keep(project, [live[1], `dropped ${run} ${large}`], {
        live,
        unknown: run === 39 ? ['last'] : [],
      });
      largest = Math.max(largest, (await stat(logPath(project))).size);
    }
    expect(largest).toBeLessThan(13 * 1024 * 1024);
    expect(await read(project, live)).toEqual(live);
    expect(await read(project, [`dropped 1 ${large}`])).toEqual([]);
    expect(open).toHaveLength(1);
    expect(await readLogFile(project)).toMatchObject({
      advances: [],
      open: [{ sent: digestOf('last') }],
      unread: [],
    });
    expect(await read(project, ['last'])).toEqual(['last']);
  });

  test('do not fill a folder that cannot be written', async () => {
    const project = projectAt(await temporaryFolder(), []);
    await writeFile(join(project.root, '.docs-cli'), 'a file');
    const log = new WriteLog(await openLogFile(logPath(project)));
    await expect(
      log.intend({ op: 'publish', key: 'v/d/1' as PageKey, id: 1 as PageId, at: 0 }, 'x'),
    ).rejects.toThrow('ENOTDIR');
    await log.close();
  });
});
