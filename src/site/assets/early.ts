/**
 * Runs before anything is shown, so that the page does not flash in the other theme, and what
 * scripts will change takes the room that it will have.
 */
const { dataset } = document.documentElement;
dataset['scripts'] = '';
addEventListener(
  'error',
  ({ target }) => {
    // What that script would have changed is shown as it is.
    if (target instanceof HTMLScriptElement) delete dataset['scripts'];
  },
  true,
);

try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') dataset['theme'] = theme;
} catch {
  // Storage may be forbidden. Then the system's theme is used.
}
