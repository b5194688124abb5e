import { signed, siteTool } from '../site-tool.ts';

export const MKDOCS = siteTool({
  name: 'mkdocs',
  label: 'MkDocs',
  hidden: ['.meta.yml'],
  finds: (listing) => signed(listing, /^mkdocs\.ya?ml$/, 'docs'),
  site: async (folder, base) => (await import('./mkdocs-site.ts')).readMkDocs(folder, base),
});
