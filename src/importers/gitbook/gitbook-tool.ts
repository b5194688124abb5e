import { signed, siteTool } from '../site-tool.ts';

export const GITBOOK = siteTool({
  name: 'gitbook',
  label: 'GitBook',
  hidden: ['.gitbook', '.gitbook.yaml'],
  finds: (listing) => signed(listing, /^(?:\.gitbook\.yaml|SUMMARY\.md)$/),
  site: async (folder, base) => (await import('./gitbook-site.ts')).readGitBook(folder, base),
});
