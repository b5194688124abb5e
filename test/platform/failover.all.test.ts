// Slow: it starts two database servers.
/**
 * The database's primary is killed in the middle of writes, and its synchronous standby takes over:
 * nothing that was acknowledged is lost, nothing is there twice, and the platform continues.
 */
import { expect, onTestFinished, test } from 'vitest';
import { platformWith } from '../support/platform.ts';
import { HAS_SERVERS, openPostgresPair } from '../support/postgres-pair.ts';
import { request } from '../support/request.ts';
import { wayTo } from '../support/way.ts';
import { SEED } from './support/seed.ts';

const WRITERS = 4;

/** Counts, and lets others wait until it has counted as many more. */
class Acknowledged {
  readonly slugs: string[] = [];
  #waiting: { readonly at: number; readonly go: () => void }[] = [];

  add(slug: string): void {
    this.slugs.push(slug);
    for (const { at, go } of this.#waiting) if (this.slugs.length >= at) go();
  }

  more(count: number): Promise<void> {
    const at = this.slugs.length + count;
    return new Promise((go) => {
      this.#waiting.push({ at, go });
    });
  }
}

test.skipIf(!HAS_SERVERS)(
  'no acknowledged write is lost if the primary is killed and the standby is promoted',
  { timeout: 60_000 },
  async () => {
    const pair = await openPostgresPair();
    const way = await wayTo(pair.url);
    onTestFinished(() => way.close());
    const bugs: unknown[] = [];
    const platform = await platformWith({
      database: way.url,
      seed: SEED,
      rateLimits: false,
      onBug: (error) => bugs.push(error),
    });
    onTestFinished(() => platform.close());
    const documentation = await platform.admin.documentationId('v1', 'guides');
    const acknowledged = new Acknowledged();
    const refusals = new Set<string>();
    const over = new AbortController();
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; !over.signal.aborted; n += 1) {
        const slug = `page-${writer}-${n}`;
        const path = `/documentation/${documentation}/page`;
        const answer = await request(platform, 'POST', path, { json: { slug, content: slug } });
        if (answer.status === 200) acknowledged.add(slug);
        else refusals.add(`${answer.status}, again in ${answer.headers.get('Retry-After')} s`);
      }
    };
    const used = async (): Promise<string | null> =>
      (await request(platform, 'GET', '/users')).headers.get('X-RateLimit-Remaining');
    const readiness = async (): Promise<number> =>
      (await fetch(new URL('/readyz', platform.baseUrl))).status;
    expect([await used(), await used()]).toEqual(['1', '2']);

    const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    await acknowledged.more(50);
    await pair.kill();
    way.lead(await pair.promote());
    const before = acknowledged.slugs.length;
    await acknowledged.more(50);
    expect(await readiness()).toBe(200);
    over.abort();
    await writers;

    const stored = await platform.admin.pages();
    const slugs = stored.map(({ slug }) => String(slug));
    expect(slugs).toEqual(expect.arrayContaining(acknowledged.slugs));
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(stored.every(({ draft, history, slug }) => draft === slug && history.length === 1)).toBe(
      true,
    );
    expect(before).toBeGreaterThanOrEqual(50);
    expect([...refusals]).toEqual(['503, again in 1 s']);
    expect(bugs).toEqual([]);
    // Windows of limits do not survive a crash.
    expect(await used()).toBe('1');
  },
);
