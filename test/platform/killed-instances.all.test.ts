// Slow: each instance is a process that can be killed.
/**
 * Three instances on one database behind a load balancer. One is killed after every forty writes,
 * while the tool pushes, others change pages, and limits are used up: what was acknowledged is
 * there, nothing is there twice, and nothing is granted beyond a limit.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../src/platform/change-from-outside.ts';
import { openPostgres } from '../../src/platform/database/postgres/open.ts';
import { statement } from '../../src/platform/database/sql.ts';
import { PAGES } from '../../src/platform/resources/pages.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { realClock, runDocs, type Run } from '../support/host.ts';
import { HAS_POSTGRES, newDatabase } from '../support/postgres.ts';
import { bundledPlatform } from './support/bundled-platform.ts';
import { startLoadBalancer, type LoadBalancer } from './support/load-balancer.ts';

const CHILD = bundledPlatform('chaos');

/** With `DOCS_FAULTS=all`, ten minutes of it. */
const KILLS = Number(
  process.env['DOCS_CHAOS_KILLS'] ?? (process.env['DOCS_FAULTS'] === 'all' ? 300 : 6),
);
const HISTORY = statement<{ readonly message: string }>('SELECT message FROM history ORDER BY id');
const WRITES_BETWEEN_KILLS = 40;
const INSTANCES = 3;
const WRITERS = 3;
const FILES = 12;

/** Most runs of the tool with one key: a push lists all pages, which a key may do 30 times an hour. */
const PUSHES_OF_A_KEY = 20;

/**
 * How a run may end: all is done (0), some pages are (7), one is unknown (1), or without answer
 * (8). No conflict (5): nobody else writes its pages.
 */
const ENDINGS: ReadonlySet<number> = new Set([0, 1, 7, 8]);

class Instances {
  readonly #address: string;
  readonly #balancer: LoadBalancer;
  readonly #processes: ChildProcess[] = [];

  constructor(address: string, balancer: LoadBalancer) {
    this.#address = address;
    this.#balancer = balancer;
  }

  /** Resolves once it is there. */
  async start(n: number): Promise<void> {
    const child = spawn(process.execPath, [CHILD, this.#address, 'limits'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#processes[n] = child;
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { baseUrl } = JSON.parse(line.toString()) as { readonly baseUrl: string };
    this.#balancer.ports.set(n, Number(new URL(baseUrl).port));
  }

  kill(n: number): void {
    this.#processes[n]?.kill('SIGKILL');
  }

  killAll(): void {
    for (const n of this.#processes.keys()) this.kill(n);
  }
}

type Json = Readonly<Record<string, unknown>>;

interface Answer {
  readonly status: number;
  readonly json: Json;
}

/** 502 if there is none: what became of the request is unknown. */
async function answerOf(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, init);
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 502, text: '' };
  }
}

/** Asks through the load balancer, with a new key once a limit is used up. */
class Client {
  readonly #baseUrl: string;
  readonly #newKey: () => Promise<string>;
  #key: Promise<string>;

  constructor(baseUrl: string, newKey: () => Promise<string>) {
    this.#baseUrl = baseUrl;
    this.#newKey = newKey;
    this.#key = newKey();
  }

  async ask(method: string, path: string, json?: unknown): Promise<Answer> {
    for (;;) {
      const key = this.#key;
      const { status, text } = await answerOf(`${this.#baseUrl}${path}`, {
        method,
        headers: { 'X-Api-Key': await key, 'Content-Type': 'application/json' },
        body: json === undefined ? null : JSON.stringify(json),
      });
      if (status === 429) {
        if (this.#key === key) this.#key = this.#newKey();
        continue;
      }
      return { status, json: status === 200 ? (JSON.parse(text) as Json) : {} };
    }
  }

  async read(path: string): Promise<Answer> {
    for (;;) {
      const answer = await this.ask('GET', path);
      if (answer.status < 500) return answer;
    }
  }
}

/** What was acknowledged. */
class Acknowledged {
  /** By slug. */
  readonly texts = new Map<string, string>();
  readonly messages: string[] = [];
  readonly #waiting = new Set<{ readonly at: number; readonly go: () => void }>();

  add(message: string): void {
    this.messages.push(message);
    for (const each of this.#waiting) {
      if (this.messages.length < each.at) continue;
      this.#waiting.delete(each);
      each.go();
    }
  }

  /** Resolves after as many more writes. */
  more(count: number): Promise<void> {
    const at = this.messages.length + count;
    return new Promise((go) => this.#waiting.add({ at, go }));
  }
}

/** Writes pages five times each, and settles what was not answered by reading, until it is told to stop. */
async function write(
  writer: number,
  client: Client,
  documentation: string,
  acknowledged: Acknowledged,
  isOver: () => boolean,
): Promise<void> {
  for (let n = 0; n % 5 !== 0 || !isOver(); n += 1) {
    const slug = `page-${writer}-${Math.floor(n / 5)}`;
    const content = `text ${n}`;
    const place = `/page?version_slug=v1&documentation_slug=guides&page_slug=${slug}`;
    const before = n % 5 === 0 ? null : await client.read(place);
    for (let attempt = 1; ; attempt += 1) {
      const message = `${slug} ${n} attempt ${attempt}`;
      const body = { slug, content, message };
      const { status } = before
        ? await client.ask('PUT', `/page/${Number(before.json['id'])}`, body)
        : await client.ask('POST', `/documentation/${documentation}/page`, body);
      if (status === 200) {
        acknowledged.add(message);
        break;
      }
      const now = await client.read(place);
      if (now.json['contentDraft'] === content) break;
    }
    acknowledged.texts.set(slug, content);
  }
}

/** Changes files and pushes them until the end. Resolves to the texts of the last success. */
async function push(
  folder: string,
  run: (...argv: string[]) => Promise<Run>,
  isOver: () => boolean,
): Promise<{ readonly texts: ReadonlyMap<string, string>; readonly endings: Map<number, number> }> {
  const endings = new Map<number, number>();
  const texts = new Map<string, string>();
  for (let n = 0; ; n += 1) {
    const wasOver = isOver();
    for (const k of wasOver ? [] : [n % FILES, (n * 5 + 1) % FILES]) {
      const text = `Push ${n} of file ${k}.`;
      texts.set(`file-${k}`, text);
      const path = `docs/v2/guides/file-${k}.md`;
      await writeFiles(folder, { [path]: `---\ntitle: File ${k}\n---\n\n${text}\n` });
    }
    const { exitCode, stderr } = await run('push', '--yes', '--publish');
    if (!ENDINGS.has(exitCode)) throw new Error(`The tool ended with ${exitCode}:\n${stderr}`);
    endings.set(exitCode, (endings.get(exitCode) ?? 0) + 1);
    if (wasOver && exitCode === 0) return { texts, endings };
  }
}

/** Uses up a small limit, again and again. */
async function useUp(
  client: Client,
  acknowledged: Acknowledged,
  over: Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await Promise.all(Array.from({ length: INSTANCES }, () => client.ask('GET', '/version')));
    await Promise.race([acknowledged.more(4), over]);
  }
}

function documentationIn(versionName: string, { documentation, version }: Json): string {
  const versions = Object.entries(version as Readonly<Record<string, Json>>);
  const [id] = versions.find(([, { name }]) => name === versionName) ?? [];
  const all = Object.entries(documentation as Readonly<Record<string, Json>>);
  const [found = ''] = all.find(([, { versionId }]) => String(versionId) === id) ?? [];
  return found;
}

/** Requests counted twice or not at all, granted beyond a limit, or refused below it. */
function wrongLimits({ granted, refused, uncounted }: LoadBalancer): string[] {
  const wrong: string[] = [];
  for (const [window, { limit, counts }] of granted) {
    if (new Set(counts).size < counts.length) wrong.push(`${window}: counted twice`);
    if (Math.max(...counts) > limit) wrong.push(`${window}: more than ${limit}`);
    const operation = window.replace(/ until \d+$/, '');
    const most = counts.length + (uncounted.get(operation) ?? 0);
    if (refused.has(operation) && most < limit) wrong.push(`${window}: refused after ${most}`);
  }
  return wrong;
}

test.skipIf(!HAS_POSTGRES)(
  'no acknowledged write is lost or carried out twice, and no limit is exceeded, while instances are killed',
  { timeout: 1_500_000 },
  async () => {
    const { url, drop } = await newDatabase();
    onTestFinished(() => drop());
    const balancer = await startLoadBalancer();
    onTestFinished(() => balancer.close());
    const instances = new Instances(url, balancer);
    onTestFinished(() => instances.killAll());
    for (let n = 0; n < INSTANCES; n += 1) await instances.start(n);
    let keys = 0;
    const newKey = () => {
      keys += 1;
      const options = { name: `key ${keys}`, permissions: null, versions: null };
      return createKey({ folder: null, database: url }, options, realClock);
    };
    const client = new Client(balancer.baseUrl, newKey);
    const documentation = documentationIn('Version 1', (await client.read('/all')).json);

    const acknowledged = new Acknowledged();
    let isOver = false;
    const kills = (async () => {
      const starts: Promise<void>[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        await Promise.all([acknowledged.more(WRITES_BETWEEN_KILLS), starts[kill - INSTANCES]]);
        instances.kill(kill % INSTANCES);
        starts.push(instances.start(kill % INSTANCES));
      }
      await Promise.all(starts);
      isOver = true;
    })();

    const folder = await temporaryFolder({ 'docs-cli.config.yml': 'content:\n  - path: docs\n' });
    let runs = 0;
    let toolKey = await newKey();
    const run = async (...argv: string[]): Promise<Run> => {
      runs += 1;
      if (runs % PUSHES_OF_A_KEY === 0) toolKey = await newKey();
      const env = { DOCS_BASE_URL: balancer.baseUrl, DOCS_API_KEY: toolKey };
      return runDocs(argv, { cwd: folder, env });
    };
    const [pushed] = await Promise.all([
      push(folder, run, () => isOver),
      ...Array.from({ length: WRITERS }, (_, writer) =>
        write(writer, client, documentation, acknowledged, () => isOver),
      ),
      useUp(new Client(balancer.baseUrl, newKey), acknowledged, kills, () => isOver),
      kills,
    ]);

    const lost = [...balancer.lost.values()].reduce((sum, count) => sum + count, 0);
    const endings = Array.from(pushed.endings, ([code, count]) => `${count} with ${code}`);
    process.stderr.write(
      `${KILLS} kills, ${lost} requests lost, ${keys} keys; acknowledged: ${acknowledged.messages.length} writes; runs of the tool: ${endings.join(', ')}.\n`,
    );

    const database = await openPostgres(url);
    onTestFinished(() => database.close());
    const pages = await database.read((sql) => sql.all(PAGES.all));
    const stored = pages.map(
      ({ versionSlug, slug, draft, published }) =>
        `${versionSlug}/${slug}: ${versionSlug === 'v1' ? draft : published}`,
    );
    const expected = [
      ...Array.from(acknowledged.texts, ([slug, text]) => `v1/${slug}: ${text}`),
      ...Array.from(pushed.texts, ([slug, text]) => `v2/${slug}: ${text}`),
    ];
    const byText = (one: string, other: string) => one.localeCompare(other);
    expect(stored.toSorted(byText)).toEqual(expected.toSorted(byText));
    const messages = (await database.read((sql) => sql.all(HISTORY)))
      .map(({ message }) => message)
      .filter((message) => message.startsWith('page-'));
    expect(new Set(messages).size).toBe(messages.length);
    expect(messages).toEqual(expect.arrayContaining(acknowledged.messages));
    expect(wrongLimits(balancer)).toEqual([]);
    expect(balancer.refused.size).toBeGreaterThan(0);
  },
);
