import type { Tool } from '../import-tool.ts';

/** The platform's own exports, as a ZIP or unpacked. */
export const PLATFORM_EXPORT: Tool = {
  name: 'export',
  label: 'an export',
  finds: async ({ files }) => {
    const { isExport } = await import('../../content/layouts/layouts.ts');
    return isExport(files) ? [{ base: '.', pages: '.' }] : [];
  },
  read: async (source, target) => (await import('./read-export.ts')).readExport(source, target),
};
