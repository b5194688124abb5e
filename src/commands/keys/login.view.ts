import type { LoggedOut } from './document.ts';
import type { LoggedIn } from './document.ts';
import type { View } from '../../ui/ui.ts';

export const loginView: View<LoggedIn> = ({ origin, keptIn }, style) => {
  const place = keptIn === 'system' ? "the system's key store" : 'a file that only you can read';
  return `${style.green('✔')} The key works. It is stored for ${style.text(origin)} in ${place}.`;
};

export const logoutView: View<LoggedOut> = ({ forgotten }, style) =>
  forgotten.length === 0
    ? 'There was no stored key to remove.'
    : forgotten
        .map(
          (origin) => `${style.green('✔')} The stored key for ${style.text(origin)} was removed.`,
        )
        .join('\n');
