/** A button that switches between light and dark, and stores the choice. */
import { element } from './element.ts';

type Theme = 'light' | 'dark';

const shown = (): Theme => {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
};

export function startTheme(tools: Element): void {
  const button = element('button', { class: 'theme', type: 'button' });
  const label = (): void => {
    const other = shown() === 'dark' ? 'light' : 'dark';
    button.setAttribute('aria-label', `Use the ${other} theme`);
    button.title = `Use the ${other} theme`;
    button.dataset['to'] = other;
  };
  button.addEventListener('click', () => {
    const theme: Theme = shown() === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = theme;
    try {
      localStorage.setItem('theme', theme);
    } catch {
      // Storage may be forbidden. Then the theme is kept for this page only.
    }
    label();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', label);
  label();
  tools.append(button);
}
