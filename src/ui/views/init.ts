import type { Initialized } from '../documents/init.ts';
import type { View } from '../ui.ts';

export const initView: View<Initialized> = ({ written, content, checked }, style) =>
  [
    ...written.map((file) => `${style.green('✔')} ${style.text(file)}`),
    ...content.map(({ path, place }) => {
      const where =
        place === null
          ? ': their paths name version and documentation'
          : ` go to ${place.version}/${place.documentation}`;
      return `  pages in ${style.text(path)}${style.text(where)}`;
    }),
    ...(checked ? [] : ['  The platform was not asked: docs login keeps a key for it.']),
    '',
    'Next: docs status shows what a push would do.',
  ].join('\n');
