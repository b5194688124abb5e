import { signed, siteTool } from '../site-tool.ts';

export const MINTLIFY = siteTool({
  name: 'mintlify',
  label: 'Mintlify',
  hidden: ['.mintignore'],
  // Other tools also have a file `docs.json`, but not together with MDX pages.
  finds: (listing) => [
    ...signed(listing, /^mint\.json$/),
    ...signed(listing, /^docs\.json$/).filter(({ base }) =>
      listing.files.some(
        (file) => file.endsWith('.mdx') && (base === '.' || file.startsWith(`${base}/`)),
      ),
    ),
  ],
  site: async (folder, base) => (await import('./mintlify-site.ts')).readMintlify(folder, base),
});
