/** The export: its formats, and one version of several. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import { EXTERNAL, openTarget, type Target } from './target.ts';

export function exported(api: ApiRevision): void {
  let target: Target;

  beforeAll(async () => {
    target = await openTarget(api);
  });

  afterAll(() => target.close());

  test.each(['markdoc', 'markdown'])('format=%s is one', async (format) => {
    expect(await target.get(`/export?format=${format}`)).toHoldA('zip');
  });

  test('format=darkdown is one in the older contract only', async () => {
    const { status } = await target.get('/export?format=darkdown');
    expect(status).toBe(api === 'classic' ? 200 : 400);
  });

  test('another format is refused by name', async () => {
    expect(await target.get('/export?format=html')).toBeRefused(400, /format/);
  });

  test.skipIf(EXTERNAL)('version_slug leaves the other versions out', async () => {
    const names = async (query: string) => {
      const { bytes } = await target.get(`/export${query}`);
      const text = bytes.toString('latin1');
      return ['Version 1/', 'Version 2/', 'Version 3/'].filter((name) => text.includes(name));
    };
    expect(await names('')).toEqual(['Version 1/', 'Version 2/', 'Version 3/']);
    expect(await names('?version_slug=v2')).toEqual(['Version 2/']);
  });

  test('404 for a version that is not there', async () => {
    expect(await target.get('/export?version_slug=none')).toBeRefused(404, /version/i);
  });
}
