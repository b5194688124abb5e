/** The script of a review, which works without it: keys n and p, and ticks that are remembered. */
export const SCRIPT = `
'use strict';
(() => {
  const pages = [...document.querySelectorAll('article')];
  const keys = document.querySelector('#keys');
  const seen = document.querySelector('#seen');
  for (const each of document.querySelectorAll('[data-script]')) each.hidden = false;

  const kept = (page) => 'docs-review ' + page.dataset.digest;
  const load = (page) => { try { return localStorage.getItem(kept(page)) !== null; } catch { return false; } };
  const keep = (page, on) => {
    try { if (on) localStorage.setItem(kept(page), '1'); else localStorage.removeItem(kept(page)); } catch {}
  };
  const tell = () => {
    let count = 0;
    for (const page of pages) {
      const on = page.querySelector('.tick').checked;
      if (on) count += 1;
      document.querySelector('nav a[href="#' + page.id + '"]').classList.toggle('ticked', on);
    }
    seen.textContent = count + ' of ' + pages.length + ' seen';
  };
  for (const page of pages) {
    const tick = page.querySelector('.tick');
    tick.checked = load(page);
    tick.addEventListener('change', () => { keep(page, tick.checked); tell(); });
  }
  tell();

  const current = () => {
    const own = document.activeElement && document.activeElement.closest('article');
    if (own) return pages.indexOf(own);
    return pages.findLastIndex((page) => page.getBoundingClientRect().top <= 8);
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys.checked) return;
    const step = event.key === 'n' ? 1 : event.key === 'p' ? -1 : 0;
    const page = step === 0 ? undefined : pages[Math.max(0, current() + step)];
    if (!page) return;
    event.preventDefault();
    page.focus({ preventScroll: true });
    page.scrollIntoView();
  });
})();
`;
