import { posix } from 'node:path';
import { siteTool } from '../site-tool.ts';

export const VITEPRESS = siteTool({
  name: 'vitepress',
  label: 'VitePress',
  hidden: ['.vitepress'],
  made: ['.vitepress/cache', '.vitepress/dist'],
  finds: ({ hidden }) =>
    hidden
      .filter((folder) => posix.basename(folder) === '.vitepress')
      .map((folder) => posix.dirname(folder))
      .map((base) => ({ base, pages: base })),
  site: async (folder, base) => (await import('./vitepress-site.ts')).readVitePress(folder, base),
});
