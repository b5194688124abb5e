import { count } from '../count.ts';
import type { Style } from '../style.ts';
import type { View } from '../ui.ts';

interface Running {
  readonly baseUrl: string;
  readonly apiKey: string;
}

interface Setup {
  /** `null`: in memory. */
  readonly folder: string | null;
  readonly seed: {
    readonly versions: readonly unknown[];
    readonly documentations: readonly unknown[];
    readonly references: readonly unknown[];
  };
  readonly from: boolean;
}

/** Where the platform is, what is in it and what to type next. */
export const platformView =
  ({ folder, seed, from }: Setup): View<Running> =>
  ({ baseUrl, apiKey }, style: Style) => {
    const kept =
      folder === null ? 'in memory: all is gone when it stops' : `kept in ${style.text(folder)}`;
    const seeded = [
      count(seed.versions.length, 'version'),
      count(seed.documentations.length, 'documentation'),
      count(seed.references.length, 'reference'),
    ].join(', ');
    return [
      `${style.bold('The platform runs at')} ${style.green(baseUrl)}`,
      style.dim(from ? `${seeded}; no pages yet; ${kept}` : kept),
      '',
      'In another terminal, in a folder of pages:',
      '',
      `  export DOCS_BASE_URL=${baseUrl}`,
      `  export DOCS_API_KEY=${style.text(apiKey)}`,
      '  docs push',
      '',
      style.dim('Ctrl-C stops it.'),
    ].join('\n');
  };
