import { expect, onTestFinished, test } from 'vitest';
import { parseInstant } from '../../src/model/time.ts';
import type { PlatformOptions } from '../../src/platform/platform-options.ts';
import { FixedClock } from '../support/clocks.ts';
import { platformWith } from '../support/platform.ts';
import { request } from '../support/request.ts';

/** Seconds from creation to a page's dates after edits: two in the same second, one 10 s on. */
async function datesOf(dates: PlatformOptions['dates']): Promise<number[]> {
  const clock = new FixedClock();
  const platform = await platformWith({ clock, dates, rateLimits: false });
  onTestFinished(() => platform.close());
  await platform.admin.createVersion({ slug: 'v1' });
  const guide = await platform.admin.createDocumentation({ version: 'v1', slug: 'guide' });
  const id = await platform.admin.editor().create(guide, { title: 'A', slug: 'a', content: 'One' });
  const found: number[] = [];
  for (const seconds of [0, 0, 10]) {
    clock.advance(seconds);
    await platform.admin.editor().edit(id, { content: `At ${found.length}` });
    const { json } = await request(platform, 'GET', `/page/${id}`);
    const made = parseInstant(String(json['created'])) ?? NaN;
    found.push(((parseInstant(String(json['updated'])) ?? NaN) - made) / 1000);
  }
  return found;
}

test('the date of a page is the second of its last change', async () => {
  expect(await datesOf('seconds')).toEqual([0, 0, 10]);
});

test('with --dates strict, the date of a page increases with each change', async () => {
  expect(await datesOf('strict')).toEqual([1, 2, 10]);
});

test('with --dates frozen, the date of a page is the one of its creation', async () => {
  expect(await datesOf('frozen')).toEqual([0, 0, 0]);
});
