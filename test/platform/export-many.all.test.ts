import { describe, expect, onTestFinished, test } from 'vitest';
import { exportedTexts } from './support/exported-texts.ts';
import { start } from './support/platform.ts';

describe('export', () => {
  test('contains a thousand pages', async () => {
    const platform = await start();
    onTestFinished(() => platform.close());
    const editor = platform.admin.editor();
    const id = await platform.admin.documentationId('v2', 'guides');
    for (let n = 0; n < 1_000; n += 1) await editor.create(id, { title: `P${n}`, content: `${n}` });
    const texts = await exportedTexts(platform);
    expect(texts.get('Version 2/Guides/1000 P999.md')).toMatch(/---draft\n\n999\n/);
  });
});
