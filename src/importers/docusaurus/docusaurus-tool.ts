import { signed, siteTool } from '../site-tool.ts';

export const DOCUSAURUS = siteTool({
  name: 'docusaurus',
  label: 'Docusaurus',
  finds: (listing) => signed(listing, /^docusaurus\.config\.[cm]?[jt]s$/, 'docs'),
  site: async (folder, base) => (await import('./docusaurus-site.ts')).readDocusaurus(folder, base),
});
