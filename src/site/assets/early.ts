/** Runs before anything is shown: the chosen theme must not flash. */
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
} catch {
  // Storage may be forbidden: then the system's theme it is.
}
