/** Runs before anything is shown, so that the page does not flash in the other theme. */
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
} catch {
  // Storage may be forbidden. Then the system's theme is used.
}
